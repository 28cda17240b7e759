/** A picture twice as wide as high, red on its left and blue on its right. */
export async function redAndBlue(name = 'flag.png'): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 600 });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas.');
  pen.fillStyle = '#c00';
  pen.fillRect(0, 0, 600, 600);
  pen.fillStyle = '#00c';
  pen.fillRect(600, 0, 600, 600);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  return new File([blob ?? ''], name, { type: 'image/png' });
}

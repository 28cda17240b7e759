import { expect, type Locator, type Page } from '@playwright/test';

/** A file as a file input takes it. */
export type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** A picture of this size in one colour with its name on it, drawn by the browser. */
export async function picture(
  page: Page,
  name: string,
  width: number,
  height: number,
  colour: string,
): Promise<Chosen> {
  const url = await page.evaluate(
    ([text, w, h, fill]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('No canvas.');
      pen.fillStyle = fill;
      pen.fillRect(0, 0, w, h);
      pen.fillStyle = 'white';
      pen.font = `${Math.round(h / 8)}px sans-serif`;
      pen.fillText(text, w / 12, h / 2);
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [name, width, height, colour] as const,
  );
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

/** A second of video, recorded by the browser itself. */
export async function video(page: Page, name: string): Promise<Chosen> {
  const url = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 30; frame += 1) {
      if (pen) {
        pen.fillStyle = `hsl(${frame * 12} 60% 45%)`;
        pen.fillRect(0, 0, 320, 180);
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    const reader = new FileReader();
    reader.readAsDataURL(new Blob(parts, { type: 'video/webm' }));
    await new Promise((resolve) => {
      reader.onload = resolve;
    });
    return String(reader.result);
  });
  return { name, mimeType: 'video/webm', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

/** Drops files onto an element, as from a folder of the computer. */
export async function dropOn(page: Page, selector: string, files: Chosen[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of given)
        data.items.add(
          new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: mimeType }),
        );
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );
  await page.dispatchEvent(selector, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(selector, 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
}

/** Mixes a gradient in an open picture dialog, and waits until it is uploaded. */
export async function chooseGradient(dialog: Locator): Promise<void> {
  await dialog.getByRole('tab', { name: 'Gradients' }).click();
  await dialog.getByRole('button', { name: 'Harbour' }).click();
  await dialog.getByLabel('Colour 2').fill('#2a5694');
  await dialog.getByRole('button', { name: 'Random shape' }).click();
  await dialog.getByRole('button', { name: 'Use gradient' }).click();
  await expect(dialog).toBeHidden({ timeout: 20_000 });
}

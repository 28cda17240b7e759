type State = 'none' | 'unread' | 'mentions';

let shown: State = 'none';
let plain: string | undefined;

/** Puts a dot on the tab's icon: red if a message mentions the reader, yellow if anything else is new. */
export function markIcon(state: State): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!link || state === shown) return;
  shown = state;
  plain ??= link.href;
  if (state === 'none') {
    link.href = plain;
    return;
  }
  const icon = new Image();
  icon.onload = () => {
    if (shown === state) link.href = drawn(icon, state);
  };
  icon.src = plain;
}

function drawn(icon: HTMLImageElement, state: State): string {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 64;
  const pen = canvas.getContext('2d');
  if (!pen) return icon.src;
  pen.drawImage(icon, 0, 0, 64, 64);
  pen.beginPath();
  pen.arc(48, 16, 15, 0, Math.PI * 2);
  pen.fillStyle = state === 'mentions' ? '#c62f2f' : '#e9b727';
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = '#ffffff';
  pen.stroke();
  return canvas.toDataURL('image/png');
}

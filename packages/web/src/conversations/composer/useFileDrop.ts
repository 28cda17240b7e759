import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Accepts files dragged onto the conversation around a composer.
 *
 * @returns whether files hover over it now.
 */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const box = inside.current?.parentElement;
    if (!box) return;
    // Entering a child comes before leaving its parent.
    let depth = 0;
    const has = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!has(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!has(event)) return;
      depth -= 1;
      if (depth <= 0) end();
    };
    const end = () => {
      depth = 0;
      setOver(false);
    };
    const hover = (event: DragEvent) => has(event) && event.preventDefault();
    const take = (event: DragEvent) => {
      end();
      if (!has(event)) return;
      event.preventDefault();
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    const heard = { dragenter: enter, dragleave: leave, dragover: hover, drop: take } as const;
    for (const [name, handler] of Object.entries(heard)) box.addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(heard)) box.removeEventListener(name, handler as EventListener);
    };
  }, [inside]);
  return over;
}

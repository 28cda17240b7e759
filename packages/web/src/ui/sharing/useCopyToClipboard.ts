import { useEffect, useState } from 'react';

/**
 * Copies text and says so for a while.
 *
 * @param forMs how long `copied` stays true.
 * @returns `copy`, which resolves to false where the browser does not allow it.
 */
export function useCopyToClipboard(forMs: number): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), forMs);
    return () => clearTimeout(timer);
  }, [copied, forMs]);
  return {
    copied: copied > 0,
    copy: async (text) => {
      const done = await write(text);
      if (done) setCopied((before) => before + 1);
      return done;
    },
  };
}

/** `navigator.clipboard` is missing on plain http; the old way still works there. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    const host = document.querySelector('[role="dialog"]') ?? document.body;
    host.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

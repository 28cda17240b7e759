import { paperPath, writtenNumber } from '@folkmoot/contract/payments/papers-rules.ts';
import type { PaperView } from '@folkmoot/contract/payments/papers-schema.ts';
import { useState } from 'react';
import { download } from '../../core/download.ts';
import { toast } from '../../core/toasts/toast.ts';

/** One of our files, and how it is called once it is saved. */
export type SavedFile = { path: string; name: string };

/** Where a paper is. @param token of an email's link, for a buyer without an account. */
export function fileOf(orderId: string, { kind, number, refundId }: PaperView, token?: string): SavedFile {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  return { path: `${paperPath(orderId, refundId)}${query}`, name: `${writtenNumber(kind, number)}.pdf` };
}

/** `Invoice INV-00012`. */
export function nameOf({ kind, number, isVoid }: PaperView): string {
  return `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${writtenNumber(kind, number)}${isVoid ? ' (void)' : ''}`;
}

/** Saves files one at a time. @param fallback what is said if one cannot be had. */
export function useDownload(fallback: string): { busy: boolean; run: (file: SavedFile) => void } {
  const [busy, setBusy] = useState(false);
  const run = (file: SavedFile) => {
    setBusy(true);
    download(file.path, file.name)
      .catch((error: unknown) => toast.failed(error, { fallback, again: () => run(file) }))
      .finally(() => setBusy(false));
  };
  return { busy, run };
}

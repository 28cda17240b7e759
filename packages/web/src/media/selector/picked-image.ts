import type { Credit } from '@folkmoot/contract/media/stock-schema.ts';

/** A picture that was picked and is to be cropped. */
export type PickedImage = { blob: Blob; name: string; alt: string; credit?: Credit | undefined };

import type { QuoteView } from '@folkmoot/contract/conversations/schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { hasShape } from '../../core/storage.ts';

/* What drafts and waiting messages contain, as it is found in storage. */

const QUOTE = { id: 'string', seq: 'number', authorId: 'string', text: 'string', attachments: 'number' } as const;
const ATTACHMENT = {
  id: 'string',
  fileName: 'string',
  fileType: 'string',
  type: 'string',
  mimeType: 'string',
  size: 'number',
  url: 'string',
  thumbnailUrl: 'string',
  fileKey: 'string',
  width: 'number',
  height: 'number',
  alt: 'string',
  state: 'string',
} as const;

/** A quoted message; that of somebody whose account was deleted has no author. */
export function isQuote(value: unknown): value is QuoteView {
  return hasShape<QuoteView>(value, QUOTE, ['authorId', 'text']);
}

/** A list of complete uploads. */
export function areAttachments(value: unknown): value is AttachmentView[] {
  return Array.isArray(value) && value.every((one) => hasShape(one, ATTACHMENT, ['thumbnailUrl', 'width', 'height']));
}

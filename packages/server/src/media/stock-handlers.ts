import * as api from '@folkmoot/contract/media/api.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { Stock } from './stock-actions.ts';

/** Calls about stock photos: they go out to the service and touch no table. */
export function stockHandlers(stock: Stock): Binding[] {
  return [
    handle(api.findStockPhotos, ({ query }) => stock.find(query), { transaction: false, outside: true }),

    handle(
      api.noteStockDownload,
      async ({ body }) => {
        await stock.noteDownload(body.download);
        return { message: 'Noted.' };
      },
      { transaction: false, outside: true },
    ),
  ];
}

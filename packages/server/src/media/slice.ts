import { join } from 'node:path';
import * as api from '@folkmoot/contract/media/api.ts';
import { accountHooks } from '../accounts/slice.ts';
import { clamScanner } from '../core/files/scanner.ts';
import { defineHooks } from '../core/hooks.ts';
import { createSigner } from '../core/security/signer.ts';
import { defineSlice } from '../core/slice.ts';
import { type MediaHooks, SWEEP_QUEUE } from './actions.ts';
import { mediaHandlers } from './handlers.ts';
import { mediaQueues } from './jobs.ts';
import { deleteUnusedOf } from './leaving-store.ts';
import { personalData } from './personal-data.ts';
import { replacePortrait } from './pictures-actions.ts';
import { mountFiles } from './routes.ts';
import { createStock } from './stock-actions.ts';
import { stockHandlers } from './stock-handlers.ts';

export const mediaHooks = defineHooks<MediaHooks>('media', {
  readable: true,
  lock: true,
  conversationOfChannel: true,
  seqs: true,
  removeFromMessage: true,
  changed: true,
  seesPicture: true,
  removeFromHome: true,
});

/** Uploads, pictures and videos, and the files of messages. */
export const media = defineSlice({
  name: 'media',
  personalData,
  endpoints: [api],
  build(app) {
    const { config, log } = app;
    const hooks = app.hooks.of(mediaHooks);
    const signer = createSigner(config.authSecret, 'uploads');
    const filesSigner = createSigner(config.authSecret, 'files');
    const scanner = config.clamd && clamScanner(config.clamd);
    const scans = scanner !== undefined;
    return {
      handlers: [
        ...mediaHandlers({ files: app.files, signer, hooks, quota: config.storagePerPerson, scans }),
        ...stockHandlers(createStock(config.stock, config.appName, log)),
      ],
      queues: mediaQueues({ ...app, hooks, scanner, workshop: join(config.dataDir, 'work') }),
      routes: (http) => mountFiles(http, { ...app, hooks, signer, filesSigner }),
      leaving: {
        async end(command, userId) {
          if ((await deleteUnusedOf(command.tx, userId, command.now)) > 0) await command.enqueue(SWEEP_QUEUE, {});
        },
      },
      offers: [accountHooks.offer({ replacePortrait })],
    };
  },
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Smaller files fit one packet as they are. */
const LEAST = 2048;

/**
 * Writes a `.br` beside each text file of the build, so that the server need not compress it for each visitor, and
 * better than it could on the fly. Browsers without brotli get gzip from the server.
 */
export function compressed(): Plugin {
  let assets = '';
  return {
    name: 'folkmoot-compressed',
    apply: 'build',
    configResolved(config) {
      assets = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const files = readdirSync(assets, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(m?js|css|svg|json)$/.test(name),
      );
      await Promise.all(
        files.map(async (name) => {
          const text = readFileSync(join(assets, name));
          if (text.length < LEAST) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
          writeFileSync(join(assets, `${name}.br`), await compress(text, { params }));
        }),
      );
    },
  };
}

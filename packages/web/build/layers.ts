import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import customMedia from 'postcss-custom-media';
import type { CSSOptions } from 'vite';
import { MEDIA } from '../src/styles/media.ts';

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>;
type Plugin = NonNullable<PostCss['plugins']>[number];

/** The order of the layers, as `styles/index.css` declares it. */
const ORDER =
  /^@layer ([^;]+);/m.exec(readFileSync(join(import.meta.dirname, '../src/styles/index.css'), 'utf8'))?.[1] ?? '';

/** The names that `styles/media.ts` gives to breakpoints, in every sheet. */
const named: Plugin = {
  postcssPlugin: 'folkmoot-media',
  Once(root, { AtRule }) {
    for (const [name, query] of Object.entries(MEDIA).reverse())
      root.prepend(new AtRule({ name: 'custom-media', params: `--${name} ${query}` }));
  },
};

/**
 * Puts each CSS module into its layer, so that a slice's class overrides the class of the ui component it is passed to,
 * whichever loads first. Every sheet repeats the order of layers, because a browser may read any of them first.
 */
const layered: Plugin = {
  postcssPlugin: 'folkmoot-layers',
  OnceExit(root, { AtRule }) {
    const file = root.source?.input.file ?? '';
    if (!file.endsWith('.module.css')) return;
    const layer = new AtRule({ name: 'layer', params: /\/src\/ui\//.test(file) ? 'ui' : 'slices' });
    layer.append(root.nodes);
    root.append(new AtRule({ name: 'layer', params: ORDER }), layer);
  },
};

export const postcss: PostCss = { plugins: [named, customMedia(), layered] };

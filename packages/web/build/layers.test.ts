import { preprocessCSS, resolveConfig } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { postcss } from './layers.ts';

let config: Awaited<ReturnType<typeof resolveConfig>>;
beforeAll(async () => {
  config = await resolveConfig({ configFile: false, css: { postcss } }, 'build');
});

/** A sheet as browsers get it, with class names as they are written. */
async function built(code: string, file: string): Promise<string> {
  const css = (await preprocessCSS(code, `/packages/web/src/${file}`, config)).code;
  return css
    .replaceAll(/\._(\w+?)_\w+_\d+/g, '.$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ORDER = '@layer reset, tokens, mantine, overrides, ui, slices, touch, forced;';

test('a CSS module is in its folder’s layer, after the order of all layers', async () => {
  expect(await built('.row { gap: 0; }', 'ui/inputs/list.module.css')).toBe(`${ORDER} @layer ui { .row { gap: 0; } }`);
  expect(await built('.row { gap: 0; }', 'channels/browse/browse.module.css')).toBe(
    `${ORDER} @layer slices { .row { gap: 0; } }`,
  );
});

test('a style sheet that is not a module stays in the layer it names', async () => {
  expect(await built('@layer reset { a { gap: 0; } }', 'styles/reset.css')).toBe('@layer reset { a { gap: 0; } }');
});

test('a breakpoint is referred to by its name', async () => {
  expect(await built('@media (--touch), (--phone) { a { gap: 0; } }', 'styles/app.css')).toBe(
    '@media (hover: none),(max-width: 48em) { a { gap: 0; } }',
  );
});

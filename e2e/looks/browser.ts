import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import { carriedBrowser } from '../browser.ts';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * The carried Chromium, for Linux on x64. What our own fonts do not have is drawn by the fonts of this list alone, so that
 * a picture does not depend on what is installed on a machine.
 */
export async function picturedBrowser(): Promise<LaunchOptions> {
  const options = await carriedBrowser();
  const folder = dirname(options.executablePath);
  const folders = [
    join(folder, 'fonts/fonts/Open_Sans'),
    ...['noto-color-emoji', 'sawarabi-gothic'].map((name) => join(packages, '@expo-google-fonts', name)),
    join(packages, 'dejavu-fonts-ttf/ttf'),
  ];
  const families = {
    'sans-serif': 'Open Sans',
    serif: 'DejaVu Serif',
    monospace: 'DejaVu Sans Mono',
    emoji: 'Noto Color Emoji',
  };
  const file = join(folder, 'pictures.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((each) => `  <dir>${each}</dir>`).join('\n')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
${Object.entries(families)
  .map(([kind, family]) => `  <alias><family>${kind}</family><prefer><family>${family}</family></prefer></alias>`)
  .join('\n')}
  <match><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>
</fontconfig>
`,
  );
  return { ...options, env: { ...options.env, FONTCONFIG_FILE: file } };
}

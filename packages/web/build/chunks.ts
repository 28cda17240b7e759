import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Context = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** What forms need in addition: signing in, and nearly every dialog. A page that is only read does without. */
const FORMS = [
  /node_modules\/(klona|fast-deep-equal)\//,
  /node_modules\/@mantine\/form\//,
  /node_modules\/@mantine\/core\/esm\/components\/(ActionIcon|CloseButton|Input|InputBase|TextInput|PasswordInput)\//,
  /packages\/web\/src\/core\/form\./,
];

/** Small parts that nearly every page has, although the entry does not need them. */
const COMMON = [
  /node_modules\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)/,
  /node_modules\/@mantine\/hooks\/esm\/(use-id|use-uncontrolled|utils)\b/,
  /node_modules\/@tanstack\/(query-core|react-query)\/.*infinite/i,
  /packages\/contract\/src\/(core\/(text|permissions)|accounts\/rules)\.ts$/,
  /packages\/web\/src\/ui\/(feedback\/LoadingButton|identity\/(Logo|Avatar)|layout\/usePageTitle)\b/i,
];

/**
 * What the pages that visitors read have in common beyond that: small parts, which weigh less in one file. Of the
 * contract only what is plain data or a rule: its schemas stay with the forms.
 */
const PUBLIC = [
  /packages\/contract\/src\/(events|participations|registrations|tickets|places)\/(reports-)?(api|schema)\.ts$/,
  /packages\/contract\/src\/(events\/(duration-)?rules|participations\/(seats-)?rules|registrations\/rules|places\/rules)\.ts$/,
  /node_modules\/@mantine\/hooks\/esm\/use-(intersection|element-size|resize-observer)\b/,
  /packages\/web\/src\/ui\/(feedback\/Skeleton|identity\/(Date-?Tile|Community-?Avatar))\b/i,
  /packages\/web\/src\/((events|tickets|places)\/queries|events\/times\/event-times)\.ts$/,
  /node_modules\/@tabler\/icons-react\/dist\/esm\/icons\/Icon(Check|Plus|Minus|ExternalLink|Flag|Lock|MapPin|Settings|Share2|UsersGroup|Video)\.mjs/,
];

/** The screens people see before they sign in, with the frame around them. */
const BEFORE_SIGNING_IN = [
  'main.tsx',
  'accounts/sign-in/SignInScreen.tsx',
  'places/PlaceMap.tsx',
  'shell/frame/AuthLayout.tsx',
  'shell/frame/PublicFrame.tsx',
  'shell/pages/EventPage.tsx',
].map((file) => join(import.meta.dirname, '../src', file));

/** Everything these screens import, and what that imports. */
function neededBeforeSigningIn(context: Context): Set<string> {
  const needed = new Set<string>();
  const found = [...BEFORE_SIGNING_IN];
  for (let id = found.pop(); id !== undefined; id = found.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    // Re-exports all hooks, of which each page needs a few.
    if (id.endsWith('@mantine/hooks/esm/index.mjs')) continue;
    found.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return needed;
}

/**
 * Which files of the build hold what. Left alone, the build makes a file of everything that the same screens need: the
 * channel's screen was 118 of them, most under a kilobyte.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let needed: Set<string> | undefined;
  const isOneOf = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));
  return [
    // What the entry itself needs: gzip finds more in one file than in forty.
    { name: 'base', tags: ['$initial'], test: /(?<!main)\.(mjs|js|tsx?)$/ },
    { name: 'common', test: isOneOf(COMMON), includeDependenciesRecursively: false },
    { name: 'public', test: isOneOf(PUBLIC), includeDependenciesRecursively: false },
    { name: 'forms', test: isOneOf(FORMS), includeDependenciesRecursively: false },
    {
      // What several of the screens behind the sign-in need.
      debugName: 'app',
      name: (id, context) => {
        needed ??= neededBeforeSigningIn(context as unknown as Context);
        return needed.has(id) ? null : 'app';
      },
      // What a part needs is needed by at least as many screens as the part itself, so no two files depend on each
      // other.
      minShareCount: 5,
      includeDependenciesRecursively: false,
    },
  ];
}

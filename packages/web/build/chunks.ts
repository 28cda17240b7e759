import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { FRAMES, SCREENS } from './screens.ts';

type Context = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Screens that are opened together or look alike: what only they need is one file for all of them. */
const AREAS: Readonly<Record<string, readonly (keyof typeof SCREENS)[]>> = {
  auth: ['signIn'],
  account: ['signUp', 'verify', 'secondStep', 'forgot', 'logout'],
  event: ['event'],
  home: ['communityHome'],
  editHome: ['editHome'],
  discover: ['discover', 'discoverEvents'],
  invite: ['invite'],
  conversation: ['channel', 'chat'],
  create: ['createEvent'],
  manage: ['manageEvent'],
  settings: ['profile', 'sessions', 'security', 'privacy', 'notifications', 'reportedEvents'],
  mail: ['mailHealth'],
  help: ['help'],
  community: ['overview', 'invitations', 'auditLog', 'archive', 'reports'],
  calendar: ['calendar', 'communityEvents'],
  qna: ['questions', 'presentQna'],
  lists: [
    'start',
    'chats',
    'channelsTab',
    'inbox',
    'search',
    'events',
    'members',
    'browse',
    'stopMail',
    'groups',
    'group',
    'calendars',
    'createCalendar',
    'manageCalendar',
    'order',
  ],
};

/** What screens show a moment after their content: one file for each of these, with what only it needs. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  composer: [
    'conversations/composer/Composer.tsx',
    'conversations/TypingIndicator.tsx',
    'channels/screen/OnlineNow.tsx',
  ],
  dragging: ['channels/sidebar/SortableGroups.tsx'],
  asking: ['qna/asking/AskEntry.tsx'],
};

/** Loaded at once by every screen of members, and of a few lines: it comes with their frame. */
const WITH_FRAME = ['ui/dialog/DiscardDialog.tsx'];
/** The same, but only where a community has events: its styles are among those of members. */
const BESIDE_FRAME = ['events/lists/NextUp.tsx'];

/** The areas that people see before they sign in. */
const VISITED = ['auth', 'account', 'event', 'home', 'discover', 'invite'];

/** A community's home and its editor have the addresses and styles that nobody else needs in their own files. */
const OWN: Readonly<Record<string, string>> = { home: 'home', editHome: 'editHome' };

/** Areas of members that visitors see as well. */
const OPEN = ['calendar', 'qna'];

const STYLES = /\.css(\?|$)/;
const TEMPORAL = /\/node_modules\/temporal-/;
/** Only forms need what makes schemas with it. */
const ZOD = /\/node_modules\/zod\//;

/** A module of this library, or a file of the contract that imports it. */
function uses(library: RegExp, id: string, context: Context): boolean {
  if (library.test(id)) return true;
  return CONTRACT.test(id) && (context.getModuleInfo(id)?.importedIds ?? []).some((imported) => library.test(imported));
}

/** A file of the contract that needs this library by way of another one. */
function reaches(library: RegExp, id: string, context: Context): boolean {
  if (!CONTRACT.test(id)) return false;
  return (context.getModuleInfo(id)?.importedIds ?? []).some(
    (imported) => uses(library, imported, context) || reaches(library, imported, context),
  );
}

/** What the inbox and its tabs, which are loaded later, share: a few lines each. */
const OF_TABS = /\/src\/inbox\/(InboxList|MentionRows|MessageLink)\.tsx$/;
/** What screens of groups, their dialogs and the wizard of invitations share, with the sign of living groups. */
const OF_GROUPS = /\/src\/groups\/(queries|rule-words|GroupPicture)\.tsx?$|\/IconUserBolt\.\w+$/;
/** The buttons of sign-in services are a file of their own, and their sentences come with what shows them: forms elsewhere have none. */
const OF_PROVIDERS = /\/accounts\/(sign-in\/ProviderButtons\.tsx|providers-schema\.ts\b.*)$|\/IconLogin2\.\w+$/;
/** What asks before an editor is left. With the frame, an editor does not load what all screens of settings share for it. */
const OF_EDITORS = /\/react-router\/.+\/useBlocker\.js$/;
const HOOKS = /\/node_modules\/@mantine\/hooks\//;
const ICONS = /\/@tabler\/icons-react\//;
/** What dialogs use too. */
const SHARED = /\/src\/(ui|media|core)\/|\/@tabler\/icons-react\//;
const CONTRACT = /\/packages\/contract\/src\//;
/** The rules and sentences of questions, and how their words are compared. */
const OF_QNA = /\/packages\/contract\/src\/(qna|core\/words)\//;
const LIMITS_OF_QNA = /\/qna\/schema\.ts\?one=/;
/** What one dialog checks by. */
const OF_WRITING = /\/packages\/contract\/src\/writing\//;
/** What its editor checks by, and how addresses of other sites are read. */
const OF_HOME = /\/packages\/contract\/src\/(home|core\/links)\//;
/** The address of one endpoint. */
const ADDRESS = /\/packages\/contract\/src\/[\w-]+\/([\w-]+-)?api\.ts\?one=/;

/** Everything that these files import, and what that imports; not what is loaded later. */
function importedBy(files: readonly string[], context: Context): Set<string> {
  const seen = new Set<string>();
  const found = files.map((file) => join(import.meta.dirname, '../src', file));
  for (let id = found.pop(); id !== undefined; id = found.pop()) {
    if (seen.has(id) || uses(ZOD, id, context)) continue;
    seen.add(id);
    found.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/** Which areas need each module: those of its screens, and `shell` for the frame of all signed-in screens. */
function areasOf(context: Context): Map<string, Set<string>> {
  const areas = new Map<string, Set<string>>();
  const note = (area: string, files: readonly string[]) => {
    for (const id of importedBy(files, context)) areas.set(id, (areas.get(id) ?? new Set()).add(area));
  };
  note('shell', [...FRAMES.shell, ...WITH_FRAME]);
  for (const [area, names] of Object.entries(AREAS)) {
    for (const name of names) note(area, SCREENS[name].files);
  }
  for (const area of ['event', 'home', 'discover']) note(area, FRAMES.public);
  for (const area of ['auth', 'account']) note(area, FRAMES.auth);
  // The editor shows the page, and loads its file.
  for (const needed of areas.values()) if (needed.has('home')) needed.delete('editHome');
  return areas;
}

/** Addresses and names of styles are one file where both are always needed, which spares a request. */
function namesAndStyles(kind: 'contract' | 'styles', audience: string): string {
  if (audience === 'home') return 'home-too';
  return audience === 'event' || audience === 'visitors' ? `names-${audience}` : `${kind}-${audience}`;
}

/** Which of `AFTER` needs each module, by name. */
function afterwards(context: Context): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, files] of Object.entries(AFTER))
    for (const id of importedBy(files, context)) names.set(id, names.get(id) ?? name);
  for (const id of importedBy(BESIDE_FRAME, context)) if (STYLES.test(id)) names.set(id, 'frame');
  return names;
}

/** Who sees something: visitors on an event's page, on a community's home, visitors elsewhere, people who look at a calendar or at questions, or members alone. */
function audienceOf(areas: ReadonlySet<string> | undefined): string {
  if (areas?.has('event')) return 'event';
  if (areas?.has('home')) return 'home';
  if (VISITED.some((area) => areas?.has(area))) return 'visitors';
  if (areas?.has('shell')) return 'members';
  return OPEN.find((area) => areas?.has(area)) ?? 'members';
}

/** The file for what these areas need; null where one screen or a dialog alone needs it. */
function fileFor(areas: ReadonlySet<string> | undefined): string | null {
  if (!areas) return null;
  const visited = VISITED.filter((area) => areas.has(area));
  const signingIn = visited.every((area) => area === 'auth' || area === 'account');
  if (visited.length > 0 && signingIn) {
    if (areas.has('shell')) return 'visitors';
    return areas.size === 1 ? (visited[0] ?? null) : visited.includes('auth') ? 'forms' : 'account-too';
  }
  if (areas.has('event'))
    return visited.length === 1 || (visited.length === areas.size && areas.has('home') && areas.size === 2)
      ? 'events'
      : 'public';
  if (areas.has('home')) return areas.size === 1 ? 'home' : 'home-too';
  if (visited.length > 0) return areas.size === 1 ? (visited[0] ?? null) : 'visitors';
  // Visitors see calendars and questions too, and manage none.
  if (areas.has('qna')) return areas.size === 1 ? 'qna' : 'public';
  if (areas.has('calendar') && !areas.has('shell')) return 'calendar';
  if (areas.has('shell')) return 'shell';
  if (areas.size === 2 && areas.has('create') && areas.has('manage')) return 'editing';
  if (areas.size > 1) return areas.has('conversation') ? 'shared' : 'screens';
  return areas.has('lists') ? null : ([...areas][0] ?? null);
}

/**
 * Which files of the build hold what. Left alone, the build makes a file of everything that the same screens need: the
 * channel's screen was 118 of them, most under a kilobyte. What a module imports is needed wherever the module is, so
 * files do not depend on each other in a circle; the build fails if they do.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let areas: Map<string, Set<string>> | undefined;
  let after: Map<string, string> | undefined;
  return [
    // What the entry itself needs: gzip finds more in one file than in forty.
    { name: 'base', tags: ['$initial'], test: (id) => !/\/(main\.tsx|index\.html)$/.test(id) },
    {
      debugName: 'screens',
      name: (id, given) => {
        const context = given as unknown as Context;
        areas ??= areasOf(context);
        after ??= afterwards(context);
        if (uses(ZOD, id, context)) return OF_WRITING.test(id) ? null : OF_HOME.test(id) ? 'schemas-home' : 'schemas';
        const needed = areas.get(id);
        if (OF_PROVIDERS.test(id)) return needed ? 'providers' : null;
        if (OF_EDITORS.test(id)) return 'shell';
        // What counts with times in a zone: few screens do.
        if (uses(TEMPORAL, id, context)) return fileFor(needed) ?? 'temporal';
        // Rules of a dialog that need schemas come with it: what all members load needs none.
        if (needed === undefined && reaches(ZOD, id, context)) return null;
        if (!needed?.has('home') && OF_HOME.test(id)) return 'contract-home';
        // The addresses that no screen asks at first come with the first dialog.
        if (needed === undefined && ADDRESS.test(id)) return 'contract-later';
        // Its schemas, which are with all others, need its limits.
        if (LIMITS_OF_QNA.test(id)) return 'names-visitors';
        // What hosts and askers need of a Q&A comes with it.
        if (needed === undefined && OF_QNA.test(id)) return null;

        const alone = needed?.size === 1 && !after.has(id) ? OWN[[...needed][0] ?? ''] : undefined;
        if (alone && (STYLES.test(id) || CONTRACT.test(id))) return alone;
        // A dialog's styles come with it; those of screens are few, so that no screen waits for many.
        if (STYLES.test(id)) return needed || after.has(id) ? namesAndStyles('styles', audienceOf(needed)) : null;
        const later = after.get(id);
        // What an event's page and the screens of its questions share, without the rest of those screens.
        if (later === 'asking' && audienceOf(needed) === 'qna') return later;
        if (CONTRACT.test(id)) return namesAndStyles('contract', audienceOf(needed));
        if (later && !needed) return later === 'composer' && SHARED.test(id) ? 'inputs' : later;
        if (later && HOOKS.test(id) && fileFor(needed) === 'account-too') return 'visitors';
        // What the composer and dialogs share with screens is beside them, so that none loads all of the others.
        if (fileFor(needed) === 'screens' && (later || ICONS.test(id))) return 'inputs';
        if (later && fileFor(needed) === null && ICONS.test(id)) return 'inputs';
        // A hook of a few lines is no file of its own where a list and a dialog share it.
        const small = OF_TABS.test(id) ? 'inbox' : OF_GROUPS.test(id) ? 'groups' : null;
        return fileFor(needed) ?? (needed && HOOKS.test(id) ? 'screens' : small);
      },
      includeDependenciesRecursively: false,
    },
  ];
}

import { isMac } from '../core/keys.ts';

export type Shortcut = { does: string; keys: readonly string[] };
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

const GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { does: 'Find anything', keys: ['Mod', 'K'] },
      { does: 'Previous or next channel', keys: ['Alt', '↑ ↓'] },
      { does: 'Previous or next unread channel', keys: ['Alt', 'Shift', '↑ ↓'] },
      { does: 'Next part of the screen', keys: ['F6'] },
      { does: 'Previous part of the screen', keys: ['Shift', 'F6'] },
      { does: 'Keyboard shortcuts', keys: ['Mod', '/'] },
    ],
  },
  {
    title: 'Messages',
    shortcuts: [
      { does: 'Previous or next message', keys: ['↑ ↓'] },
      { does: 'First or last message', keys: ['Home End'] },
      { does: 'Links and buttons of a message', keys: ['← →'] },
      { does: 'Reply', keys: ['R'] },
      { does: 'Reply in thread', keys: ['T'] },
      { does: 'Add reaction', keys: ['+'] },
      { does: 'Edit your message', keys: ['E'] },
      { does: 'Pin or unpin', keys: ['P'] },
      { does: 'Mark everything here as read', keys: ['Shift', 'Esc'] },
    ],
  },
  {
    title: 'Writing',
    shortcuts: [
      { does: 'Send', keys: ['Enter'] },
      { does: 'New line', keys: ['Shift', 'Enter'] },
      { does: 'Edit your last message, in an empty box', keys: ['↑'] },
      { does: 'Cancel a reply', keys: ['Esc'] },
    ],
  },
  {
    title: 'Formatting',
    shortcuts: [
      { does: 'Bold', keys: ['Mod', 'B'] },
      { does: 'Italic', keys: ['Mod', 'I'] },
      { does: 'Strikethrough', keys: ['Mod', 'Shift', 'X'] },
      { does: 'Link, with text selected', keys: ['Mod', 'K'] },
      { does: 'Code', keys: ['Mod', 'E'] },
      { does: 'Code block', keys: ['Mod', 'Shift', 'C'] },
      { does: 'Numbered list', keys: ['Mod', 'Shift', '7'] },
      { does: 'Bulleted list', keys: ['Mod', 'Shift', '8'] },
      { does: 'Quote', keys: ['Mod', 'Shift', '9'] },
    ],
  },
];

const NAMES = {
  mac: { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: 'Return' } as Record<string, string>,
  other: { Mod: 'Ctrl' } as Record<string, string>,
};

/** All keyboard shortcuts, with the names that the keys have on this computer. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  const names = isMac() ? NAMES.mac : NAMES.other;
  return GROUPS.map(({ title, shortcuts }) => ({
    title,
    shortcuts: shortcuts.map(({ does, keys }) => ({ does, keys: keys.map((key) => names[key] ?? key) })),
  }));
}

import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { isOpen } from '@folkmoot/contract/invitations/rules.ts';
import type { InvitationRow, InvitationState } from '@folkmoot/contract/invitations/schema.ts';
import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconMailForward, IconMailX, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useToastRoom } from '../../core/toasts/useToastRoom.ts';
import table from '../../registrations/guests/guest-table.module.css';
import guests from '../../registrations/guests/guests.module.css';
import { ROLE_WORDS, registeredWhen } from '../../registrations/labels.ts';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { failureWords } from './failure-words.ts';

const WORDS: Readonly<Record<InvitationState, { word: string; colour: string }>> = {
  queued: { word: 'Not sent yet', colour: 'weld' },
  sent: { word: 'Invited', colour: 'woad' },
  opened: { word: 'Opened', colour: 'woad' },
  failed: { word: 'Not delivered', colour: 'madder' },
  accepted: { word: 'Accepted', colour: 'lincoln' },
  declined: { word: 'Declined', colour: 'slate' },
  revoked: { word: 'Revoked', colour: 'slate' },
};

type Props = {
  rows: readonly InvitationRow[];
  /** Whether invitations can still be sent. */
  isOpenEvent: boolean;
  onResend: (rows: readonly InvitationRow[]) => void;
  onRevoke: (rows: readonly InvitationRow[]) => void;
};

/** Invitations as a table; on a phone each is a card. */
export function InvitationTable({ rows, isOpenEvent, onResend, onRevoke }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const bar = useRef<HTMLDivElement>(null);
  useToastRoom(bar);
  const open = rows.filter(({ state }) => isOpen(state));
  const chosen = open.filter(({ id }) => selected.has(id));
  const all = open.length > 0 && chosen.length === open.length;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const clear = () => setSelected(new Set());
  return (
    <>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th className={table.check}>
                <Checkbox
                  aria-label="Select all unanswered invitations"
                  checked={all}
                  disabled={open.length === 0}
                  indeterminate={!all && chosen.length > 0}
                  onChange={() => setSelected(all ? new Set() : new Set(open.map(({ id }) => id)))}
                />
              </th>
              <th scope="col">Person</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">Sent</th>
              <th scope="col">Invited by</th>
              <th>
                <span className={guests.silent}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                selected={isOpen(row.state) && selected.has(row.id)}
                canResend={isOpenEvent && isOpen(row.state) && row.state !== 'queued'}
                onToggle={() => toggle(row.id)}
                onResend={() => onResend([row])}
                onRevoke={() => onRevoke([row])}
              />
            ))}
          </tbody>
        </table>
      </div>
      {chosen.length > 0 && (
        <div ref={bar} className={guests.bulk} role="toolbar" aria-label="Selected invitations">
          <span>{chosen.length} selected</span>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            leftSection={<IconMailForward size={17} />}
            disabled={!isOpenEvent}
            onClick={() => {
              onResend(chosen);
              clear();
            }}
          >
            Send again
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            leftSection={<IconMailX size={17} />}
            onClick={() => onRevoke(chosen)}
          >
            Revoke
          </Button>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label="Clear selection" onClick={clear}>
            <IconX size={18} />
          </ActionIcon>
        </div>
      )}
    </>
  );
}

type RowProps = {
  row: InvitationRow;
  selected: boolean;
  canResend: boolean;
  onToggle: () => void;
  onResend: () => void;
  onRevoke: () => void;
};

function Row({ row, selected, canResend, onToggle, onResend, onRevoke }: RowProps) {
  const tick = useId();
  const { word, colour } = WORDS[row.state];
  const open = isOpen(row.state);
  const name = row.name || row.email || 'Somebody';
  return (
    <tr data-selected={selected || undefined}>
      <td className={table.check}>
        <label className={table.tap} htmlFor={tick}>
          <span className={guests.silent}>Select {name}</span>
          <Checkbox id={tick} checked={selected} disabled={!open} onChange={onToggle} />
        </label>
      </td>
      <td className={table.who}>
        <span className={table.words}>
          <b dir="auto">{name}</b>
          {row.name !== '' && row.email !== null && <small>{row.email}</small>}
        </span>
      </td>
      <td data-plain={row.role === 'guest' || undefined}>
        {row.role === 'guest' ? ROLE_WORDS.guest : <span className={guests.role}>{ROLE_WORDS[row.role]}</span>}
      </td>
      <td>
        <span className={guests.pill} data-colour={colour}>
          {word}
        </span>
        {row.smtp !== null && (
          <span className={guests.note} title={row.smtp}>
            {failureWords(row.smtp)}
          </span>
        )}
        {row.acceptedAs && (
          <span className={guests.note}>
            As <bdi>{fullName(row.acceptedAs)}</bdi>
          </span>
        )}
      </td>
      <td className={table.when} data-plain={row.sent_epoc === null || undefined}>
        {row.sent_epoc === null ? '–' : registeredWhen(row.sent_epoc)}
      </td>
      <td className={table.when} data-plain={row.by === null || undefined} dir="auto">
        {row.by ? `${row.by.firstName} ${row.by.lastName}`.trim() : '–'}
      </td>
      <td className={table.menu}>
        {open && (
          <ActionMenu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Actions for ${name}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {canResend && (
                <Menu.Item leftSection={<IconMailForward size={17} />} onClick={onResend}>
                  Send again
                </Menu.Item>
              )}
              <Menu.Item data-danger leftSection={<IconMailX size={17} />} onClick={onRevoke}>
                Revoke
              </Menu.Item>
            </Menu.Dropdown>
          </ActionMenu>
        )}
      </td>
    </tr>
  );
}

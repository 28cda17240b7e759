import { KINDS, type Operator } from '@folkmoot/contract/search/schema.ts';
import { Button, Menu, Popover, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionMenu } from '../ui/layout/ActionMenu.tsx';
import { ChannelChoice, PersonChoice } from './Choices.tsx';
import css from './search.module.css';

type Props = { operator: Operator; add: (value: string) => void };

const NAMES: Record<Operator, string> = {
  from: 'From',
  in: 'In',
  has: 'Has',
  before: 'Before',
  after: 'After',
  on: 'On',
};
const KIND_NAMES: Record<(typeof KINDS)[number], string> = {
  link: 'A link',
  file: 'A file',
  image: 'A picture',
  video: 'A video',
  pin: 'A pin',
  thread: 'A thread',
};

/** One filter of a search: by author, conversation, content, or time. */
export function AddFilter({ operator, add }: Props) {
  const [opened, setOpened] = useState(false);
  const label = NAMES[operator];
  if (operator === 'has') {
    return (
      <ActionMenu width={180}>
        <Menu.Target>
          <button type="button" className={css.add}>
            <IconPlus size={14} aria-hidden />
            {label}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {KINDS.map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {KIND_NAMES[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </ActionMenu>
    );
  }
  const take = (value: string) => {
    setOpened(false);
    add(value);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus width={280} shadow="md">
      <Popover.Target>
        <button type="button" className={css.add} onClick={() => setOpened(!opened)}>
          <IconPlus size={14} aria-hidden />
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={NAMES[operator]}>
        {operator === 'from' && <PersonChoice onChoose={take} />}
        {operator === 'in' && <ChannelChoice onChoose={take} />}
        {(operator === 'before' || operator === 'after') && <DayChoice operator={operator} onChoose={take} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function DayChoice({ operator, onChoose }: { operator: 'before' | 'after'; onChoose: (day: string) => void }) {
  const [day, setDay] = useState('');
  return (
    <form
      className={css.day}
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== '') onChoose(day);
      }}
    >
      <TextInput
        type="date"
        label={operator === 'before' ? 'Before this day' : 'After this day'}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" size="sm" disabled={day === ''}>
        Add
      </Button>
    </form>
  );
}

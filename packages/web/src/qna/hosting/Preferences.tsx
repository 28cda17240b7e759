import { updateQna } from '@folkmoot/contract/qna/api.ts';
import { ANONYMOUS_HINT, BY_CODE_HINT, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import type { QnaView, SettingsFields, WhoCanComment } from '@folkmoot/contract/qna/schema.ts';
import { Button, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { noteQna, type Seen } from '../live/queries.ts';
import { counted } from '../words.ts';
import css from './hosting.module.css';

const HoldWordsDialog = lazyPart(() => import('./HoldWordsDialog.tsx'), 'HoldWordsDialog');

const COMMENTERS: readonly { value: WhoCanComment; label: string }[] = [
  { value: 'all', label: 'Everyone who is going' },
  { value: 'featured_guest', label: 'Hosts and featured guests' },
  { value: 'host', label: 'Hosts' },
];

/** What hosts decide about the Q&A; each choice is saved at once. While it is closed, only that can be changed. */
export function Preferences({ qna, watching }: { qna: QnaView; watching: number }) {
  const show = useShowDialog();
  const update = useApiMutation(updateQna, {
    failed: TOASTS.settingsFailed,
    onDone: ({ data }) => noteQna(data),
  });
  const { eventId } = qna;
  // What was chosen is shown while it is being saved.
  const [choice, setChoice] = useState<Partial<SettingsFields>>({});
  const chosen: QnaView = { ...qna, ...choice };
  const set = (fields: Partial<SettingsFields>) => {
    setChoice(fields);
    update.mutate({ eventId, ...fields }, { onSettled: () => setChoice({}) });
  };
  const seen: Seen = { eventId, token: undefined };
  return (
    <div className={css.prefs}>
      <header className={css.head}>
        <h2>Preferences</h2>
        <span className={css.gap} />
        {watching > 0 && qna.status === 'enabled' && (
          <span className={css.watching}>Live, {watching.toLocaleString()} watching</span>
        )}
      </header>
      <Option
        label="Q&A is open"
        text="Attendees can ask and upvote"
        checked={chosen.status === 'enabled'}
        onChange={(on) => set({ status: on ? 'enabled' : 'disabled' })}
      />
      {chosen.status === 'enabled' && (
        <>
          <Option
            label="Approve before showing"
            text="New questions wait in the queue"
            checked={chosen.approveQuestionsForModeration}
            onChange={(approveQuestionsForModeration) => set({ approveQuestionsForModeration })}
          />
          <Option
            label="Allow anonymous questions"
            text={ANONYMOUS_HINT}
            checked={chosen.allowAnonymousQuestions}
            onChange={(allowAnonymousQuestions) => set({ allowAnonymousQuestions })}
          />
          <Option
            label="Join by code"
            text={`Anybody with the code can ask and vote under a name that they type. ${BY_CODE_HINT}`}
            checked={chosen.joinByCode}
            onChange={(joinByCode) => set({ joinByCode })}
          />
          <Select
            label="Who can comment"
            allowDeselect={false}
            data={[...COMMENTERS]}
            value={chosen.whoCanComment}
            onChange={(whoCanComment) => set({ whoCanComment: whoCanComment as WhoCanComment })}
          />
          <div>
            <Button variant="default" size="sm" onClick={() => show(<HoldWordsDialog seen={seen} qna={qna} />)}>
              {qna.holdWords.length === 0 ? 'Hold words' : `Hold words (${qna.holdWords.length})`}
            </Button>
            <p className={css.note}>
              {qna.holdWords.length === 0
                ? 'Questions that contain a hold word always wait in the queue.'
                : `Questions with ${qna.holdWords.length === 1 ? 'this word' : `one of these ${counted(qna.holdWords.length, 'word')}`} always wait in the queue.`}
            </p>
          </div>
        </>
      )}
    </div>
  );
}

type OptionProps = { label: string; text: string; checked: boolean; onChange: (on: boolean) => void };

function Option({ label, text, checked, onChange }: OptionProps) {
  return (
    <Switch
      label={label}
      // Mantine's label goes around the description too.
      aria-label={label}
      description={text}
      labelPosition="left"
      classNames={{ body: css.option ?? '', labelWrapper: css.optionWords ?? '', label: css.optionName ?? '' }}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconMicrophone2 } from '@tabler/icons-react';
import { Asker } from '../one/By.tsx';
import { Clock } from '../one/Clock.tsx';
import { votesOf } from '../words.ts';
import css from './hosting.module.css';
import { useModerate } from './useModerate.ts';

/** The question that is being answered, since when, and what comes of it. */
export function HostNow({ question }: { question: QuestionView }) {
  const act = useModerate(question);
  return (
    <section className={css.now} aria-labelledby="now">
      <div className={css.nowTop}>
        <IconMicrophone2 size={16} aria-hidden />
        Being answered now
        <span className={css.gap} />
        {question.now_epoc !== null && <Clock since={question.now_epoc} />}
      </div>
      <h3 id="now" dir="auto">
        {question.content}
      </h3>
      <div className={css.nowEnd}>
        <Asker question={question} />
        <span>· {votesOf(question.votes)}</span>
        <span className={css.gap} />
        <Button className={css.back} variant="default" size="xs" onClick={() => act.setNow(false)}>
          Put back
        </Button>
        <Button
          variant="gold"
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={act.isPending}
          onClick={act.answer}
        >
          Mark answered
        </Button>
      </div>
    </section>
  );
}

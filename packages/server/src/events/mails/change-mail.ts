import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import type { MailEvent } from './mails-store.ts';
import { type When, whenLine } from './when-mail.ts';

/** When and where an event was before hosts changed it, as its guests knew it. */
export type Before = When & { where: string };

/** What is different from before, in the words of a subject. */
export function whatChanged(event: MailEvent, before: Before | undefined): string {
  const { time, place } = changesOf(event, before);
  if (time !== undefined && place !== undefined) return 'time and place';
  if (time !== undefined) return 'time';
  return place === undefined && event.attend_type !== 'in_person' ? 'online address' : 'place';
}

/** The time and the place that an event had before, where they were others. */
export function changesOf(event: MailEvent, before: Before | undefined): { time?: string; place?: string } {
  if (before === undefined) return {};
  const time = whenLine(before);
  return {
    ...(time !== whenLine(event) && { time }),
    ...(before.where !== whereOf(event) && { place: before.where }),
  };
}

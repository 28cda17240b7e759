import { refusals } from '@folkmoot/contract/invitations/community-schema.ts';
import { LIMITS } from '@folkmoot/contract/invitations/schema.ts';
import { textIn } from '../letter/letter.ts';

/** An invitation to a community as it is written. */
export type CommunityLetter = { subject: string; html: string; edited: boolean };

export type LetterProblems = { subject?: string; body?: string };

/** What an invitation says before its sender writes another one. */
export function communityLetterFor(community: { name: string }, inviter: string): CommunityLetter {
  const lines = ['Hello,', `I’d like to invite you to ${community.name}. The button below lets you join.`, inviter];
  return {
    subject: [...`Join ${community.name}`].slice(0, LIMITS.subject).join(''),
    html: lines.map((line) => `<p>${escaped(line)}</p>`).join(''),
    edited: false,
  };
}

/** What is wrong with it, by field. */
export function communityProblemsIn({ subject, html }: CommunityLetter): LetterProblems {
  return {
    ...(subject.trim() === '' && { subject: 'Subject is required.' }),
    ...(textIn(html) === '' && { body: refusals.letterBlank.message }),
    ...(html.length > LIMITS.body * 3 && { body: 'This message is too long.' }),
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

import { memberCountLabel } from '@folkmoot/contract/channels/rules.ts';
import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { IconCalendar, IconLock, IconSpeakerphone, IconStar, IconUsers, IconWorld } from '@tabler/icons-react';
import { longDate } from '../../ui/format-date.ts';
import { ChannelIcon } from '../../ui/identity/CommunityAvatar.tsx';
import css from './about.module.css';

/** What a channel is: in the panel, and on its card. */
export function ChannelAbout({ channel, categoryName }: { channel: ChannelView; categoryName?: string | null }) {
  const kind = channel.mode === 'private' ? 'Private channel' : 'Public channel';
  return (
    <section className={css.about} aria-label="About">
      <div className={css.head}>
        <ChannelIcon emoji={channel.avatar} size={48} />
        <div className={css.words}>
          <h2 dir="auto">{channel.name}</h2>
          <p className={css.kind}>
            {channel.mode === 'private' ? <IconLock size={14} aria-hidden /> : <IconWorld size={14} aria-hidden />}
            {categoryName ? `${kind} in ${categoryName}` : kind}
          </p>
        </div>
      </div>
      {channel.description ? (
        <p className={css.text} dir="auto">
          {channel.description}
        </p>
      ) : (
        <p className={css.text}>No description yet.</p>
      )}
      <ul className={css.facts}>
        <li>
          <IconUsers size={16} aria-hidden />
          {memberCountLabel(channel.memberCount)}
        </li>
        {channel.type === 'announcement' && (
          <li>
            <IconSpeakerphone size={16} aria-hidden />
            Only people who can edit the channel can write here
          </li>
        )}
        {channel.isDefault && (
          <li>
            <IconStar size={16} aria-hidden />
            Everyone who joins the community is added
          </li>
        )}
        <li>
          <IconCalendar size={16} aria-hidden />
          Created {longDate(channel.createdAt)}
        </li>
      </ul>
    </section>
  );
}

import type { GroupView } from '@folkmoot/contract/groups/schema.ts';
import { IconUserBolt, IconUsersGroup } from '@tabler/icons-react';
import css from './group-picture.module.css';

/** The picture of a group, or the sign of all groups or of living ones. */
export function GroupPicture({ group }: { group: Pick<GroupView, 'image' | 'rule'> }) {
  const Icon = group.rule === null ? IconUsersGroup : IconUserBolt;
  return (
    <span className={css.picture}>
      {group.image === null ? <Icon size={20} aria-hidden /> : <img src={group.image} alt="" />}
    </span>
  );
}

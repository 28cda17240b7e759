import { deleteCategory } from '@folkmoot/contract/channels/api.ts';
import type { CategoryView } from '@folkmoot/contract/channels/schema.ts';
import type { ViewerView } from '@folkmoot/contract/communities/schema.ts';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { refreshChannels } from '../queries.ts';
import { MoveCategoryItems } from '../sidebar/MoveItems.tsx';
import css from './browse.module.css';
import { ChannelRow } from './ChannelRow.tsx';

const ChannelDialog = lazyPart(() => import('../editing/ChannelDialog.tsx'), 'ChannelDialog');
const CategoryDialog = lazyPart(() => import('../editing/CategoryDialog.tsx'), 'CategoryDialog');

type Props = { category: CategoryView; viewer: ViewerView; serverId: string };

/** A category on the browse screen, which opens and closes. */
export function BrowseCategory({ category, viewer, serverId }: Props) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const count = category.channels.length;
  return (
    <section aria-label={category.name}>
      <div className={css.category}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? (
            <IconChevronDown size={15} strokeWidth={2.2} aria-hidden />
          ) : (
            <IconChevronRight size={15} strokeWidth={2.2} aria-hidden />
          )}
          <span className={css.categoryName} dir="auto">
            {category.name}
          </span>
          <span className={css.categoryCount}>{`${count} ${count === 1 ? 'channel' : 'channels'}`}</span>
        </button>
        <PermissionGate held={viewer.permissions} needs={['CREATE_CHANNEL', 'EDIT_CATEGORY']} any>
          <CategoryMenu category={category} viewer={viewer} serverId={serverId} />
        </PermissionGate>
      </div>
      <div id={id} hidden={!open}>
        {count > 0 ? (
          <ul className={css.list}>
            {category.channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} viewer={viewer} />
            ))}
          </ul>
        ) : (
          <p className={css.none}>No channels in here yet.</p>
        )}
      </div>
    </section>
  );
}

function CategoryMenu({ category, viewer, serverId }: Props) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const remove = useApiMutation(deleteCategory, {
    failed: 'Could not delete the category.',
    onDone: () => refreshChannels(serverId),
  });
  return (
    <ActionMenu>
      <Menu.Target>
        <IconButton label={`Manage ${category.name}`} size="xs">
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <PermissionGate held={viewer.permissions} needs={['CREATE_CHANNEL']}>
          <Menu.Item
            leftSection={<IconPlus size={18} />}
            onClick={() => show(<ChannelDialog serverId={serverId} categoryId={category.id} />)}
          >
            Create channel here
          </Menu.Item>
        </PermissionGate>
        <PermissionGate held={viewer.permissions} needs={['EDIT_CATEGORY']}>
          <Menu.Item
            leftSection={<IconPencil size={18} />}
            onClick={() => show(<CategoryDialog serverId={serverId} category={category} />)}
          >
            Edit category
          </Menu.Item>
          <MoveCategoryItems serverId={serverId} categoryId={category.id} />
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={18} />}
            onClick={() =>
              confirm({
                title: `Delete ${category.name}?`,
                body: 'Its channels stay, without a category.',
                verb: 'Delete category',
                busyVerb: 'Deleting',
                danger: true,
                run: () => remove.mutateAsync({ serverId, categoryId: category.id }),
              })
            }
          >
            Delete category
          </Menu.Item>
        </PermissionGate>
      </Menu.Dropdown>
    </ActionMenu>
  );
}

import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { SHOWN, variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import type { AttachmentView, PicturePurpose } from '@folkmoot/contract/media/schema.ts';
import type { Credit } from '@folkmoot/contract/media/stock-schema.ts';
import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { CropStep } from './CropStep.tsx';
import { DialogFooterPortal, FooterContext } from './DialogFooterPortal.tsx';
import css from './image-selector.module.css';
import { MeshTab } from './MeshTab.tsx';
import type { PickedImage } from './picked-image.ts';
import { SendStep } from './SendStep.tsx';
import { StockTab } from './StockTab.tsx';
import { UploadTab } from './UploadTab.tsx';

/** What the selector hands back: an upload that the next save must name, within a day. */
export type SelectedImage = {
  fileId: string;
  /** The address to put into the field; the server claims the upload behind it. */
  url: string;
  alt: string;
  /** The credit of a stock photo. */
  credit: Credit | undefined;
  /** Of a cover. */
  tint: Tint | undefined;
};

export type ImageSelectorProps = {
  purpose: PicturePurpose;
  /** Width by height of what is handed back; `CROP_RATIOS` has those of the product. */
  ratio: number;
  title: string;
  /** One sentence under the upload, such as the best size. */
  hint?: string | undefined;
  onDone: (image: SelectedImage) => void;
};

/** Picks a picture: uploads one, searches stock photos, or makes a gradient; crops it, and hands back the upload. */
export function ImageSelector({ purpose, ratio, title, hint, onDone }: ImageSelectorProps) {
  const close = useCloseDialog();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [tab, setTab] = useState<string | null>('upload');
  const [source, setSource] = useState<PickedImage>();
  const [picture, setPicture] = useState<File>();
  useUnsaved(source !== undefined || picture !== undefined);
  const send = (blob: Blob, name: string) => setPicture(new File([blob], `${name}.png`, { type: 'image/png' }));
  const done = (view: AttachmentView) => {
    onDone({
      fileId: view.id,
      url: variantUrl(view.id, SHOWN[purpose]),
      alt: source?.alt ?? '',
      credit: source?.credit,
      tint: view.tint,
    });
    close();
  };
  return (
    <Dialog title={title} width={720} footer={<div ref={setSlot} className={css.footer} />}>
      <FooterContext value={slot}>
        {picture ? (
          <SendStep file={picture} purpose={purpose} onBack={() => setPicture(undefined)} onDone={done} />
        ) : source ? (
          <CropStep
            source={source}
            purpose={purpose}
            ratio={ratio}
            onBack={() => setSource(undefined)}
            onCut={(blob) => send(blob, source.name)}
          />
        ) : (
          <Tabs value={tab} onChange={setTab} keepMounted={false} className={css.tabs ?? ''}>
            <Tabs.List>
              <Tabs.Tab value="upload">Upload</Tabs.Tab>
              <Tabs.Tab value="stock">Stock photos</Tabs.Tab>
              <Tabs.Tab value="gradients">Gradients</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="upload">
              <UploadTab purpose={purpose} hint={hint} onPick={setSource} />
              <Cancel onClick={close} />
            </Tabs.Panel>
            <Tabs.Panel value="stock">
              <StockTab purpose={purpose} onPick={setSource} />
              <Cancel onClick={close} />
            </Tabs.Panel>
            <Tabs.Panel value="gradients">
              <MeshTab purpose={purpose} ratio={ratio} onMade={send} onCancel={close} />
            </Tabs.Panel>
          </Tabs>
        )}
      </FooterContext>
    </Dialog>
  );
}

function Cancel({ onClick }: { onClick: () => void }) {
  return (
    <DialogFooterPortal>
      <Button variant="subtle" onClick={onClick}>
        Cancel
      </Button>
    </DialogFooterPortal>
  );
}

import { Button, FileButton, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import type { Answer } from '../../../api/operations';
import { read, under } from '../../../api/reading';
import { messages } from '../../../messages';
import { imageLibraryWords as words } from '../../../messages/image-library';
import { Dialog } from '../../../ui/dialog';
import { Loaded } from '../../../ui/loaded';
import { ProblemNotice } from '../../../ui/problem-notice';
import { When } from '../../../ui/time';
import { say } from '../../../ui/toast';
import { bytesText } from '../../emails/sizes';
import classes from './image-library.module.css';
import { uploadImage } from './upload-image';
import { imageTypes, mailImage } from './writing/mail-image';

type Row = Answer<'GET /dashboard-api/images'>['data'][number];
type Uses = Answer<'GET /dashboard-api/image-uses'>;
type Use = Uses['data'][number]['uses'][number];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a block of an image is made with. */
interface ChosenImage {
  readonly src: string;
  /** The description that the image was given last. */
  readonly alt: string;
  readonly ownWidth: number | null;
  readonly ownHeight: number | null;
}

interface LibraryProps {
  readonly onChoose: (image: ChosenImage) => void;
  readonly onClose: () => void;
}

/** So many at once: each is loaded whole to be shown small. */
const shownAtOnce = 24;

/** The images of a team: one is chosen, uploaded and so chosen, or deleted. */
export default function ImageLibrary({ onChoose, onClose }: LibraryProps) {
  const [removed, setRemoved] = useState<Row>();
  // What was uploaded just now is in it.
  const images = useQuery({ ...read('GET /dashboard-api/images'), gcTime: 0 });
  const uses = useQuery({ ...read('GET /dashboard-api/image-uses'), gcTime: 0 });
  const altIn = (found: Uses | undefined, { id }: Row): string => found?.data.find((each) => each.id === id)?.alt ?? '';
  const choose = useMutation({
    async mutationFn({ row, size }: { readonly row: Row; readonly size: Size | undefined }) {
      const alt = altIn(uses.data ?? (await uses.refetch({ cancelRefetch: false })).data, row);
      onChoose({ src: row.url, alt, ownWidth: size?.width ?? null, ownHeight: size?.height ?? null });
    },
  });
  const queryClient = useQueryClient();
  const upload = useMutation({
    async mutationFn(given: File) {
      const { file, size } = await mailImage(given);
      return { src: await uploadImage(file), alt: '', ownWidth: null, ownHeight: null, ...size };
    },
    async onSuccess(image) {
      await queryClient.invalidateQueries(under('GET /dashboard-api/images'));
      onChoose(image);
    },
  });
  const nameOf = (row: Row): string => row.name ?? (altIn(uses.data, row) || words.unnamed);
  if (removed !== undefined) {
    return (
      <RemoveDialog
        image={removed}
        name={nameOf(removed)}
        uses={<Loaded query={uses}>{(found) => <PlacesOf image={removed} uses={found} />}</Loaded>}
        onClose={() => setRemoved(undefined)}
      />
    );
  }
  return (
    <Dialog opened onClose={onClose} title={words.title} size="xl">
      <Stack gap="md">
        <Group>
          <FileButton accept={imageTypes.join(',')} onChange={(file) => file !== null && upload.mutate(file)}>
            {(props) => (
              <Button variant="default" loading={upload.isPending} {...props}>
                {words.upload}
              </Button>
            )}
          </FileButton>
        </Group>
        {upload.error !== null && <ProblemNotice error={upload.error} />}
        <Loaded query={images}>
          {({ data }) => (
            <Found rows={data} textOf={(row) => `${nameOf(row)} ${altIn(uses.data, row)}`}>
              {(row) => (
                <Card
                  key={row.id}
                  row={row}
                  name={nameOf(row)}
                  uses={uses.data}
                  onChoose={(size) => choose.mutate({ row, size })}
                  onRemove={() => setRemoved(row)}
                />
              )}
            </Found>
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}

/** Chooses the image of a block that is there, or the logo. */
export function LibraryChoice({ onChoose }: Pick<LibraryProps, 'onChoose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (image: ChosenImage): void => {
    setIsOpen(false);
    onChoose(image);
  };
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {words.choose}
      </Button>
      {isOpen && <ImageLibrary onChoose={choose} onClose={() => setIsOpen(false)} />}
    </Group>
  );
}

interface FoundProps {
  readonly rows: readonly Row[];
  /** What an image is found by. */
  readonly textOf: (row: Row) => string;
  readonly children: (row: Row) => React.ReactNode;
}

function Found({ rows, textOf, children }: FoundProps) {
  const [wanted, setWanted] = useState('');
  const [most, setMost] = useState(shownAtOnce);
  if (rows.length === 0) return <Text size="sm">{words.none}</Text>;
  const found = rows.filter((row) => textOf(row).toLowerCase().includes(wanted.trim().toLowerCase()));
  const left = found.length - most;
  return (
    <Stack gap="md">
      <TextInput label={words.find} value={wanted} onChange={({ currentTarget }) => setWanted(currentTarget.value)} />
      {found.length === 0 && (
        <Text size="sm" role="status">
          {words.noneFound}
        </Text>
      )}
      <ul className={classes['library']} aria-label={words.title}>
        {found.slice(0, most).map(children)}
      </ul>
      {left > 0 && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setMost(most + shownAtOnce)}>
            {words.more(Math.min(left, shownAtOnce))}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface CardProps {
  readonly row: Row;
  readonly name: string;
  readonly uses: Uses | undefined;
  readonly onChoose: (size: Size | undefined) => void;
  readonly onRemove: () => void;
}

function Card({ row, name, uses, onChoose, onRemove }: CardProps) {
  const { url, size: bytes, width, height, created_at: createdAt } = row;
  // It was uploaded before sizes were kept, or its file does not say one.
  const [measured, setMeasured] = useState<Size>();
  const size = width !== null && height !== null ? { width, height } : measured;
  return (
    <li>
      <UnstyledButton onClick={() => onChoose(size)}>
        <img
          src={url}
          alt=""
          loading="lazy"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setMeasured({ width: naturalWidth, height: naturalHeight })
          }
        />
        <Text size="sm" fw={650} lineClamp={2}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {size === undefined ? bytesText(bytes) : words.facts(words.size(size.width, size.height), bytesText(bytes))}
        </Text>
      </UnstyledButton>
      <Text size="xs" c="dimmed">
        {words.uploaded} <When at={createdAt} />
      </Text>
      {uses !== undefined && (
        <Text size="xs" c="dimmed" lineClamp={2} title={placesText(row, uses)}>
          {placesText(row, uses)}
        </Text>
      )}
      <Button size="compact-xs" variant="default" aria-label={words.removeOf(name)} onClick={onRemove}>
        {words.remove}
      </Button>
    </li>
  );
}

interface PlacesProps {
  readonly image: Row;
  readonly uses: Uses;
}

/** Where an image is shown. */
function PlacesOf({ image, uses }: PlacesProps) {
  return (
    <div>
      <Text size="sm">{placesText(image, uses)}</Text>
      {uses.has_more && (
        <Text size="sm" c="dimmed">
          {words.someUnread}
        </Text>
      )}
    </div>
  );
}

function placesText({ id }: Row, { data, has_more: isCut }: Uses): string {
  const places = data.find((each) => each.id === id)?.uses.map(placeOf) ?? [];
  if (places.length > 0) return words.usedIn(places);
  return isCut ? words.unusedLately : words.unused;
}

function placeOf({ kind, name, status }: Use): string {
  if (kind === 'brand') return words.brand;
  return words.place(name ?? '', status === null ? words.kinds[kind] : words.statuses[status]);
}

interface RemoveProps {
  readonly image: Row;
  readonly name: string;
  readonly uses: React.ReactNode;
  readonly onClose: () => void;
}

function RemoveDialog({ image, name, uses, onClose }: RemoveProps) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE /dashboard-api/images/{id}', { path: { id: image.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(under('GET /dashboard-api/images'));
      say(words.removed);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.removeTitle(name)}>
      <Stack gap="md">
        {uses}
        <Text size="sm">{words.consequence}</Text>
        {remove.error !== null && <ProblemNotice error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={onClose}>
            {messages.actions.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.remove}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

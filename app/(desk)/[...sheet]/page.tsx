import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DraftList, type ListQuery } from '@/app/(desk)/drafts/list'
import { NewDraft } from '@/app/(desk)/drafts/new-draft'
import { Templates } from '@/app/(desk)/drafts/templates'
import { assignField } from '@/app/(desk)/settings/fields/actions'
import { keepMapping, listRemembered, noteUse } from '@/app/(desk)/settings/recipes/actions'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { DraftLoader } from '@/components/workbench/draft-loader'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { findSheet, type Sheet } from '@/lib/sheet/sheets'
import { listConnections } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { freeName } from '@/lib/store/draft-list'
import { findDraft } from '@/lib/store/drafts'
import { listFieldNames } from '@/lib/store/field-names'
import { words } from '@/lib/words/server'
import { bringBack, carryDraftOver, nameDraft } from './actions'
import { cancel, goOn, pause } from './run-actions'
import { saveDraft, settleClashes } from './save-action'
import { dropView, keepView, leaveColumns, nameView } from './view-actions'
import { savedViews } from './views'

interface Props {
  params: Promise<{ sheet: string[] }>
  searchParams: Promise<ListQuery>
}

const say = words('workbench')

const actions = {
  save: saveDraft,
  settle: settleClashes,
  rename: nameDraft,
  bringBack,
  carryOver: carryDraftOver,
  assignField,
  runs: { pause, goOn, cancel },
  recipes: { list: listRemembered, keep: keepMapping, used: noteUse },
  views: { leave: leaveColumns, keep: keepView, rename: nameView, drop: dropView },
}

/** `/orders/japan` lists drafts, `/orders/japan/new` opens an empty one, `/orders/japan/<id>` one that is there. */
function read(segments: readonly string[]): { sheet: Sheet; draft: string | undefined } | undefined {
  const sheet = findSheet(segments)
  if (sheet) return { sheet, draft: undefined }
  const above = findSheet(segments.slice(0, -1))
  return above && { sheet: above, draft: segments.at(-1) }
}

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const place = read((await params).sheet)
  return { title: place ? say(`sheets.${place.sheet.id}`) : undefined }
}

export default async function Page({ params, searchParams }: Props) {
  const operator = await requireOperator()
  const place = read((await params).sheet)
  if (!place) notFound()
  const { kysely } = await database()
  if (place.draft === undefined) {
    return (
      <>
        <PageBar title={say(`sheets.${place.sheet.id}`)}>
          <Templates sheet={place.sheet.id} />
          <NewDraft sheet={place.sheet.id} />
        </PageBar>
        <DraftList path={`/${place.sheet.id}`} sheet={place.sheet.id} query={await searchParams} />
      </>
    )
  }
  const isNew = place.draft === 'new'
  const draft = isNew ? undefined : await findDraft(kysely, place.draft)
  if (!isNew && draft?.sheet !== place.sheet.id) notFound()
  const connections = await listConnections(kysely)
  const fieldNames = await listFieldNames(kysely)
  const loader = (
    <DraftLoader
      key={draft?.id ?? 'new'}
      draftId={draft?.id ?? randomUUID()}
      operatorId={operator.id}
      may={{ edit: isAtLeast(operator.role, 'editor'), register: isAtLeast(operator.role, 'registrar') }}
      sheetId={place.sheet.id}
      name={draft?.name ?? (await freeName(kysely, nameOfToday()))}
      isNew={isNew}
      isArchived={draft?.isArchived ?? false}
      connections={connections.map(({ id, name, environment, rehearsal, baseUrl, warehouses }) => ({
        id,
        name,
        environment,
        rehearsal,
        host: new URL(baseUrl).host,
        warehouses,
        fieldNames: fieldNames.flatMap(one =>
          one.connectionId === id && one.sheet === place.sheet.id
            ? { field: one.field, column: one.column }
            : [],
        ),
      }))}
      initialConnection={connections[0]?.id ?? ''}
      views={await savedViews(kysely, operator.id, place.sheet.id)}
      actions={actions}
    />
  )
  if (!draft?.erasedAt) return loader
  return (
    <>
      <div className="shrink-0 px-3.5 py-2">
        <Notice>{words('history')('draftErased', { date: draft.erasedAt.slice(0, 10) })}</Notice>
      </div>
      {loader}
    </>
  )
}

/** A new draft is called by its day until it gets a name; others of that day are counted. */
const nameOfToday = () => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date())

import Link from 'next/link'
import { readPageNumber } from '@/app/(desk)/page-number'
import { classes } from '@/components/ui/classes'
import { Count } from '@/components/ui/count'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listDraftPage } from '@/lib/desk/draft-list'
import { readSorting } from '@/lib/desk-api/sorting'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { Doubt } from './doubt'
import { Pages } from './pages'
import { DraftTable } from './table'

const t = getTranslations('drafts')

/** Drafts of one page. */
const PAGE = 50

/** Columns that the list can be sorted by. */
const sortable = ['name', 'sheet', 'holds', 'edited'] as const

/** What a page's address asks of its list: `?archived`, `?page=2`, `?sort=-name`. */
export type ListQuery = Readonly<Record<string, string | string[] | undefined>>

interface Props {
  /** Path of the page that shows the list. */
  path: string
  /** Absent: drafts of all sheets. */
  sheet?: SheetId
  query: ListQuery
  /** On Home, which says itself what is unconfirmed. */
  isHome?: boolean
}

/** Drafts, the one edited last first, and what became of each; those in doubt are named before all. */
export async function DraftList({ path, sheet, query, isHome = false }: Props) {
  const { role } = await requireOperator()
  const isArchived = query.archived !== undefined
  const page = readPageNumber(query.page)
  const sorting = readSorting(query.sort, sortable, { column: 'edited', isDescending: true })
  const request = { sheet, isArchived, size: PAGE, page, sorting }
  const { counts, count, rows, withUnknowns } = await listDraftPage(request)
  const view = (archived: boolean) => (archived ? `${path}?archived` : path)
  return (
    <>
      {!isHome && <Doubt drafts={withUnknowns} />}
      <nav
        aria-label={t('views')}
        className="flex h-10 shrink-0 items-center gap-1 border-line border-b px-2.5 text-ink-2"
      >
        {[false, true].map(archived => (
          <Link
            key={String(archived)}
            href={view(archived)}
            aria-current={archived === isArchived ? 'page' : undefined}
            className={classes(
              'rounded-md px-2.25 py-1 hover:bg-shade',
              archived === isArchived && 'bg-shade font-medium text-ink',
            )}
          >
            {t(archived ? 'archived' : 'current')}{' '}
            <span className="text-ink-3">
              <Count of={archived ? counts.archived : counts.current} />
            </span>
          </Link>
        ))}
      </nav>
      {rows.length > 0 ? (
        <DraftTable
          drafts={rows}
          sorting={sorting}
          isArchived={isArchived}
          hasSheets={sheet === undefined}
          mayEdit={isAtLeast(role, 'editor')}
        />
      ) : (
        <p className="p-3.5 text-ink-2">
          {count > 0 ? t('emptyPage') : t(isArchived ? 'emptyArchived' : 'empty')}
        </p>
      )}
      <Pages
        path={path}
        isArchived={isArchived}
        sort={typeof query.sort === 'string' ? query.sort : ''}
        page={page}
        size={PAGE}
        count={count}
      />
    </>
  )
}

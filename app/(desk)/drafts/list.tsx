import Link from 'next/link'
import { readPageNumber } from '@/app/(desk)/page-number'
import { classes } from '@/components/ui/classes'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import type { SheetId } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { countDrafts, listDoubtful } from '@/lib/store/draft-list'
import { words } from '@/lib/words/server'
import { Doubt } from './doubt'
import { Pages } from './pages'
import { readRows } from './rows'
import { DraftTable } from './table'

const say = words('drafts')

/** Drafts of one page. */
const PAGE = 50

/** What a page's address asks of its list: `?archived`, `?page=2`. */
export type ListQuery = Readonly<Record<string, string | string[] | undefined>>

interface Props {
  /** Path of the page that shows the list. */
  path: string
  /** Absent: drafts of all sheets. */
  sheet?: SheetId
  query: ListQuery
}

/** Drafts, the one edited last first, and what became of each; those in doubt are named before all. */
export async function DraftList({ path, sheet, query }: Props) {
  const { role } = await requireOperator()
  const { longReads: kysely } = await database()
  const isArchived = query.archived !== undefined
  const page = readPageNumber(query.page)
  const counts = await countDrafts(kysely, sheet)
  const count = isArchived ? counts.archived : counts.current
  const from = (page - 1) * PAGE
  const rows = from < count ? await readRows(kysely, { sheet, isArchived }, PAGE, from) : []
  const doubtful = await listDoubtful(kysely, sheet)
  const view = (archived: boolean) => (archived ? `${path}?archived` : path)
  return (
    <>
      <Doubt drafts={doubtful} />
      <nav
        aria-label={say('views')}
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
            {say(archived ? 'archived' : 'current')}{' '}
            <span className="text-ink-3">{archived ? counts.archived : counts.current}</span>
          </Link>
        ))}
      </nav>
      {rows.length > 0 ? (
        <DraftTable
          drafts={rows}
          now={new Date().toISOString()}
          isArchived={isArchived}
          hasSheets={sheet === undefined}
          mayEdit={isAtLeast(role, 'editor')}
        />
      ) : (
        <p className="p-3.5 text-ink-2">
          {count > 0 ? say('emptyPage') : say(isArchived ? 'emptyArchived' : 'empty')}
        </p>
      )}
      <Pages path={path} isArchived={isArchived} page={page} size={PAGE} count={count} />
    </>
  )
}

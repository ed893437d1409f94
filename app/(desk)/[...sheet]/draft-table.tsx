import Link from 'next/link'
import type { SheetId } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { listDrafts } from '@/lib/store/drafts'
import { words } from '@/lib/words/server'

const say = words('workbench')
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** The drafts of a sheet, the one edited last first. */
export async function DraftTable({ sheet }: { sheet: SheetId }) {
  const drafts = await listDrafts((await database()).kysely, sheet)
  if (drafts.length === 0) return <p className="p-3.5 text-ink-2">{say('drafts.empty')}</p>
  return (
    <table className="w-full table-fixed border-collapse">
      <thead className="text-left text-ink-2 text-xs">
        <tr className="border-line border-b bg-panel *:h-7 *:px-3.5 *:font-medium">
          <th>{say('drafts.name')}</th>
          <th className="w-28 text-right">{say('drafts.lines')}</th>
          <th className="w-56">{say('drafts.updated')}</th>
        </tr>
      </thead>
      <tbody>
        {drafts.map(draft => (
          <tr key={draft.id} className="border-line-soft border-b *:h-8 *:px-3.5 hover:bg-panel">
            <td className="truncate">
              <Link href={`/${sheet}/${draft.id}`} className="font-medium hover:underline">
                {draft.name}
              </Link>
            </td>
            <td className="text-right">{draft.lines}</td>
            <td className="text-ink-2">{time.format(new Date(draft.updatedAt))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

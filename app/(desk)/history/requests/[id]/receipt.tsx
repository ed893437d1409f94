import Link from 'next/link'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { rowsText } from '@/app/(desk)/history/file-rows'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { Table } from '@/app/(desk)/history/table'
import { classes } from '@/components/ui/classes'
import { MiddleCut } from '@/components/ui/middle-cut'
import type { ShopCoordinates } from '@/lib/intake/coordinates'
import type { ReceiptLine } from '@/lib/store/history-attempts'
import type { LedgerOrderState } from '@/lib/store/ledger-tables'
import { words } from '@/lib/words/server'

const say = words('history')
const where = words('intake.return.where')

/** Which orders a request carried, by their rows in it and in the file that they came from, and what it came to for each. */
export function Receipt({
  receipt,
  label,
  placeOf,
}: {
  receipt: readonly ReceiptLine[]
  label: string
  placeOf: (line: string, number: string) => ShopCoordinates
}) {
  return (
    <Section id="receipt" title={say('request.receipt')}>
      {receipt.length > 0 ? (
        <Table
          label={label}
          minWidth="min-w-130"
          columns={[
            { id: 'position', heading: say('columns.apiRow'), width: 'w-20' },
            { id: 'number', heading: say('columns.number') },
            { id: 'fileRow', heading: where('heading'), width: 'w-28' },
            { id: 'outcome', heading: say('columns.outcome'), width: 'w-40' },
            { id: 'orderId', heading: say('columns.orderId'), width: 'w-56' },
          ]}
        >
          {receipt.map(line => (
            <tr key={line.position} className="*:h-8 hover:bg-panel">
              <td className={classes(cell, 'text-ink-3')}>{line.position}</td>
              <th scope="row" className={classes(cell, 'truncate text-left font-medium')}>
                <Link href={`/history/orders/${line.orderId}`} prefetch={false} className="hover:underline">
                  <MiddleCut text={line.number} />
                </Link>
              </th>
              <td className={classes(cell, 'truncate text-ink-3')}>
                {rowsText(line.lineIds.map(id => placeOf(id, line.number)))}
              </td>
              <td className={cell}>
                {line.outcome === null ? '–' : <State state={line.outcome as LedgerOrderState} />}
              </td>
              <td className={classes(cell, 'truncate')}>{mayHaveGiven(line) && line.serviceId}</td>
            </tr>
          ))}
        </Table>
      ) : (
        <p className="px-3.5 pb-3 text-ink-2">{say('request.noReceipt')}</p>
      )}
    </Section>
  )
}

/** Whether the order's id may come from this request: what one request refuses, another may register later. */
const mayHaveGiven = ({ outcome }: ReceiptLine) => outcome === 'REGISTERED' || outcome === 'UNKNOWN'

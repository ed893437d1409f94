import Link from 'next/link'
import { Table } from '@/app/(desk)/history/lists/table'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import type { ReceiptLine } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history')
const where = getTranslations('intake.roundTrip.where')

interface Props {
  receipt: readonly ReceiptLine[]
  label: string
  /** What the request sent. */
  record: Sheet['recordType']
}

/** The orders of a request, by their rows in the request and in the original file, with the result of each. */
export function Receipt({ receipt, label, record }: Props) {
  return (
    <Section id="receipt" title={t('request.receipt', { record })}>
      {receipt.length > 0 ? (
        <Table
          id="receipt"
          label={label}
          minWidth="min-w-130"
          columns={[
            {
              id: 'position',
              heading: t('columns.apiRow'),
              width: 'w-22',
              className: 'text-ink-3',
              isSortable: true,
            },
            {
              id: 'number',
              heading: t('columns.number', { record }),
              className: 'truncate',
              isRowHeader: true,
              isSortable: true,
            },
            {
              id: 'fileRow',
              heading: where('heading'),
              width: 'w-28',
              className: 'truncate text-ink-3',
              isSortable: true,
            },
            { id: 'outcome', heading: t('columns.outcome'), width: 'w-40', isSortable: true },
            ...(record === 'product'
              ? []
              : [
                  {
                    id: 'orderId',
                    heading: t('columns.orderId'),
                    width: 'w-56',
                    className: 'truncate',
                    isSortable: true,
                  },
                ]),
          ]}
          rows={receipt.map(line => {
            const { fileRows: fileRow } = line
            const orderId = mayHaveGiven(line) ? line.serviceId : null
            return {
              key: String(line.position),
              values: { ...line, fileRow, orderId },
              cells: {
                position: line.position,
                number: (
                  <Link
                    href={`/history/orders/${line.orderId}`}
                    prefetch={false}
                    className="text-accent hover:underline"
                  >
                    <MiddleCut text={line.number} />
                  </Link>
                ),
                fileRow,
                outcome: line.outcome === null ? '–' : <State state={line.outcome} />,
                orderId,
              },
            }
          })}
        />
      ) : (
        <p className="px-3.5 pb-3 text-ink-2">{t('request.noReceipt')}</p>
      )}
    </Section>
  )
}

/** Whether the order's id may come from this request: a later request may register what this one rejected. */
const mayHaveGiven = ({ outcome }: ReceiptLine) => outcome === 'REGISTERED' || outcome === 'UNKNOWN'

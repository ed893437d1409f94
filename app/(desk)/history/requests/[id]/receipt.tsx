import { SentOrders } from '@/app/(desk)/history/lists/sent-orders'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import type { ReceiptLine } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history')

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
        <SentOrders
          id="receipt"
          label={label}
          record={record}
          columns={{
            position: t('columns.apiRow'),
            state: { id: 'outcome', heading: t('columns.outcome') },
          }}
          isSortable
          orders={receipt.map(line => ({
            position: line.position,
            number: line.number,
            id: line.orderId,
            fileRows: line.fileRows,
            state: {
              shown: line.outcome === null ? '–' : <State state={line.outcome} />,
              sortBy: line.outcome,
            },
            orderId: mayHaveGiven(line) ? line.serviceId : null,
          }))}
        />
      ) : (
        <p className="px-3.5 pb-3 text-ink-2">{t('request.noReceipt')}</p>
      )}
    </Section>
  )
}

/** Whether the order's id may come from this request: a later request may register what this one rejected. */
const mayHaveGiven = ({ outcome }: ReceiptLine) => outcome === 'REGISTERED' || outcome === 'UNKNOWN'

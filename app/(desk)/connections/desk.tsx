'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/toast'
import type { ListedConnection } from '@/lib/desk-api/connections'
import { DeleteDialog } from './delete-dialog'
import { ConnectionForm } from './form'
import { ConnectionList } from './list'

interface Props {
  connections: readonly ListedConnection[]
  mayEdit: boolean
  mayTest: boolean
}

/** The list of connections and, beside it, the form: for a new connection, or for the selected one. */
export function Desk({ connections, mayEdit, mayTest }: Props) {
  const t = useTranslations('connections')
  const { announce } = useToast()
  const [editedId, setEditedId] = useState<string>()
  const [isDeleting, setDeleting] = useState(false)
  // A saved form starts again empty.
  const [round, setRound] = useState(0)
  const edited = connections.find(({ connection }) => connection.id === editedId)

  const leave = () => {
    setEditedId(undefined)
    setRound(round + 1)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1240px]:flex-row">
      <div className="min-w-0 shrink-0 overflow-auto min-[1240px]:flex-1">
        <ConnectionList
          connections={connections}
          editedId={editedId}
          mayTest={mayTest}
          onEdit={mayEdit ? setEditedId : undefined}
        />
      </div>
      {mayEdit && (
        <section
          aria-labelledby="connection-form"
          className="flex-1 border-line border-t bg-panel p-3.5 min-[1240px]:w-90 min-[1240px]:flex-none min-[1240px]:overflow-y-auto min-[1240px]:border-t-0 min-[1240px]:border-l"
        >
          <h2 id="connection-form" className="truncate pb-3 font-semibold text-base">
            {edited ? t('edit', { name: edited.connection.name }) : t('new')}
          </h2>
          <div className="max-w-90">
            <ConnectionForm
              key={`${editedId ?? ''}/${round}`}
              connection={edited?.connection}
              hasFocus={edited !== undefined || round > 0}
              onCancel={leave}
              onDelete={() => setDeleting(true)}
              onSaved={({ name, voided }) => {
                announce(t(voided ? 'savedVoided' : 'saved', { name }))
                leave()
              }}
            />
          </div>
        </section>
      )}
      {isDeleting && edited && (
        <DeleteDialog
          connection={edited.connection}
          left={edited.left}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            announce(t('delete.done', { name: edited.connection.name }))
            setDeleting(false)
            leave()
          }}
        />
      )}
    </div>
  )
}

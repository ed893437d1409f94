'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { useToast } from '@/components/ui/feedback/toast'
import type { ListedConnection } from '@/lib/desk-api/connections/connections'
import { DeleteDialog } from './delete-dialog'
import { ConnectionForm } from './form'
import { ConnectionList } from './list'

interface Props {
  connections: readonly ListedConnection[]
  mayEdit: boolean
  mayTest: boolean
}

/** The list of connections; the form for a new one or for one of them opens in a panel. */
export function ConnectionsScreen({ connections, mayEdit, mayTest }: Props) {
  const t = useTranslations('connections')
  const { announce } = useToast()
  const panel = useEntryPanel<string>()
  const [isDeleting, setDeleting] = useState(false)
  const edited = connections.find(({ connection }) => connection.id === panel.entry)

  return (
    <ListWithPanel
      panel={panel}
      newLabel={mayEdit ? t('new') : undefined}
      title={edited ? t('edit', { name: edited.connection.name }) : t('new')}
      list={
        <ConnectionList
          connections={connections}
          editedId={panel.entry}
          mayTest={mayTest}
          onEdit={mayEdit ? panel.edit : undefined}
        />
      }
      form={
        <>
          <ConnectionForm
            connection={edited?.connection}
            onCancel={panel.close}
            onDelete={() => setDeleting(true)}
            onSaved={({ name, voided }) => {
              announce(t(voided ? 'savedVoided' : 'saved', { name }))
              panel.close()
            }}
          />
          {isDeleting && edited && (
            <DeleteDialog
              connection={edited.connection}
              left={edited.left}
              onClose={() => setDeleting(false)}
              onDeleted={() => {
                announce(t('delete.done', { name: edited.connection.name }))
                setDeleting(false)
                panel.close()
              }}
            />
          )}
        </>
      }
    />
  )
}

'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { RemoveDialog } from '@/app/(desk)/settings/remove-dialog'
import { ShownOnceDialog } from '@/app/(desk)/settings/shown-once-dialog'
import { Button } from '@/components/ui/buttons/button'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import type { DeskKeyView, IssuedDeskKey } from '@/lib/desk-api/programs/desk-keys'
import { isolated } from '@/lib/words/sentences/isolated'
import { revokeDeskKey } from './actions'
import { KeyForm } from './form'
import { KeyList } from './list'

/** The keys; the form for a new one opens in a panel. */
export function KeysScreen({ keys }: { keys: readonly DeskKeyView[] }) {
  const t = useTranslations('deskKeys')
  const common = useTranslations('settings')
  const keyCaps = useKeyCaps()
  const panel = useEntryPanel<string>()
  const [showsEnded, setShowsEnded] = useState(false)
  const [issued, setIssued] = useState<IssuedDeskKey>()
  const [revoking, setRevoking] = useState<DeskKeyView>()
  const words = {
    copy: common('issued.copy'),
    copied: common('issued.copied'),
    byHand: common('issued.copyByHand', { key: keyCaps('Control+C') }),
    close: common('issued.close'),
  }
  return (
    <>
      <ListWithPanel
        panel={panel}
        keepsFocus={issued !== undefined || revoking !== undefined}
        newLabel={t('new')}
        toolbar={
          <Button variant="quiet" size="small" onClick={() => setShowsEnded(!showsEnded)}>
            {common(showsEnded ? 'hideEnded' : 'showEnded')}
          </Button>
        }
        title={t('new')}
        list={
          <KeyList keys={keys.filter(({ state }) => showsEnded || state === 'good')} onRevoke={setRevoking} />
        }
        form={
          <KeyForm
            onIssued={key => {
              setIssued(key)
              panel.close()
            }}
            onCancel={panel.close}
          />
        }
      />
      {/* A closed dialog is not rendered: no secret stays in the page. */}
      {issued && (
        <ShownOnceDialog
          value={issued.secret}
          title={t('issued.title', { name: isolated(issued.name) })}
          once={t('issued.once')}
          label={t('issued.label')}
          words={words}
          onClose={() => setIssued(undefined)}
        />
      )}
      {revoking && (
        <RemoveDialog
          title={t('revoke.title', { name: isolated(revoking.name) })}
          body={t('revoke.body')}
          words={{
            cancel: common('cancel'),
            remove: common('revokeShort'),
            done: t('revoke.done', { name: isolated(revoking.name) }),
          }}
          remove={() => revokeDeskKey({ id: revoking.id })}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  )
}

'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import type { ClientView, IssuedSecrets } from '@/lib/desk-api/programs/clients'
import { renewCredential } from './actions'
import { IssueForm, NewClientForm } from './form'
import { IssuedDialog } from './issued'
import { ClientList } from './list'
import { RevokeDialog, type Revoking } from './revoke'

/** The clients of the embedded service; the form for a new one, or for new credentials of one, opens in a panel. */
export function ClientsScreen({ clients, now }: { clients: ClientView[]; now: string }) {
  const t = useTranslations('settings')
  const withReauthentication = useReauthentication()
  const panel = useEntryPanel<string>()
  const [showsEnded, setShowsEnded] = useState(false)
  const [issued, setIssued] = useState<IssuedSecrets>()
  const [revoking, setRevoking] = useState<Revoking>()
  const [problem, setProblem] = useState<string>()
  const [isRenewing, startRenewing] = useAction()
  const picked = clients.find(client => client.id === panel.entry && client.revokedAt === null)

  const show = (secrets: IssuedSecrets) => {
    setIssued(secrets)
    panel.close()
  }
  const renew = (credentialId: string) =>
    startRenewing(async () => {
      const outcome = await withReauthentication(() => renewCredential({ credentialId }))
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (outcome.ok) setIssued(outcome.value)
    })

  return (
    <>
      <ListWithPanel
        panel={panel}
        keepsFocus={issued !== undefined || revoking !== undefined}
        newLabel={t('new')}
        toolbar={
          <Button variant="quiet" size="small" onClick={() => setShowsEnded(!showsEnded)}>
            {t(showsEnded ? 'hideEnded' : 'showEnded')}
          </Button>
        }
        title={picked ? t('issueTo', { name: picked.name }) : t('new')}
        list={
          <>
            <div role="alert" className={problem === undefined ? undefined : 'p-3.5'}>
              {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
            </div>
            <ClientList
              clients={clients}
              now={now}
              showsEnded={showsEnded}
              pickedId={picked?.id}
              isBusy={isRenewing}
              onIssue={panel.edit}
              onRenew={renew}
              onRevoke={setRevoking}
            />
          </>
        }
        form={
          picked ? (
            <IssueForm client={picked} onIssued={show} onCancel={panel.close} />
          ) : (
            <NewClientForm onIssued={show} onCancel={panel.close} />
          )
        }
      />
      {/* A closed dialog is not rendered: no secret stays in the page. */}
      {issued && <IssuedDialog issued={issued} onClose={() => setIssued(undefined)} />}
      {revoking && <RevokeDialog what={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

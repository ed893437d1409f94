'use client'
import { type RefObject, useEffect, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useProof } from '@/app/(desk)/proof'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { ClientView, IssuedSecrets } from '@/lib/desk-api/clients'
import { renewCredential } from './actions'
import { IssueForm, NewClientForm } from './form'
import { IssuedDialog } from './issued'
import { ClientList } from './list'
import { RevokeDialog, type Revoking } from './revoke'

/** The clients of the embedded service and, beside them, the form: for a new client, or for the selected one. */
export function Desk({ clients, now }: { clients: ClientView[]; now: string }) {
  const t = useTranslations('settings')
  const withProof = useProof()
  const [pickedId, setPickedId] = useState<string>()
  // A sent form starts again empty.
  const [round, setRound] = useState(0)
  const [showsEnded, setShowsEnded] = useState(false)
  const [issued, setIssued] = useState<IssuedSecrets>()
  const [revoking, setRevoking] = useState<Revoking>()
  const [problem, setProblem] = useState<string>()
  const [isRenewing, startRenewing] = useTransition()
  const picked = clients.find(client => client.id === pickedId && client.revokedAt === null)

  const heading = useRef<HTMLHeadingElement>(null)
  const formHeading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, issued !== undefined || revoking !== undefined)

  const pick = (clientId: string) => {
    setPickedId(clientId)
    // In a narrow window the form is below the list, perhaps out of view.
    formHeading.current?.focus()
  }
  const leave = () => {
    setPickedId(undefined)
    setRound(round + 1)
  }
  const show = (secrets: IssuedSecrets) => {
    setIssued(secrets)
    leave()
  }
  const renew = (credentialId: string) =>
    startRenewing(async () => {
      const outcome = await withProof(() => renewCredential({ credentialId }))
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (outcome.ok) setIssued(outcome.value)
    })

  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1240px]:flex-row">
      <section
        aria-labelledby="clients"
        className="min-w-0 shrink-0 overflow-x-auto min-[1240px]:flex-1 min-[1240px]:overflow-y-auto"
      >
        <div className="flex min-h-12 items-center gap-2.5 px-3.5 py-2">
          <h2 id="clients" ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            {t('clients')}
          </h2>
          <Button variant="quiet" size="small" className="ml-auto" onClick={() => setShowsEnded(!showsEnded)}>
            {t(showsEnded ? 'hideEnded' : 'showEnded')}
          </Button>
        </div>
        <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
          {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
        </div>
        <ClientList
          clients={clients}
          now={now}
          showsEnded={showsEnded}
          pickedId={picked?.id}
          isBusy={isRenewing}
          onIssue={pick}
          onRenew={renew}
          onRevoke={setRevoking}
        />
      </section>
      <section
        aria-labelledby="client-form"
        className="flex-1 border-line border-t bg-panel p-3.5 min-[1240px]:w-90 min-[1240px]:flex-none min-[1240px]:overflow-y-auto min-[1240px]:border-t-0 min-[1240px]:border-l"
      >
        <h2
          id="client-form"
          ref={formHeading}
          tabIndex={-1}
          className="truncate pb-3 font-semibold text-base outline-none"
        >
          {picked ? t('issueTo', { name: picked.name }) : t('new')}
        </h2>
        <div className="max-w-90">
          {picked ? (
            <IssueForm key={`${picked.id}/${round}`} client={picked} onIssued={show} onCancel={leave} />
          ) : (
            <NewClientForm key={round} onIssued={show} />
          )}
        </div>
      </section>
      {/* A closed dialog is not rendered: no secret stays in the page. */}
      {issued && <IssuedDialog issued={issued} onClose={() => setIssued(undefined)} />}
      {revoking && <RevokeDialog what={revoking} onClose={() => setRevoking(undefined)} />}
    </div>
  )
}

/** When the focused element disappears with a dialog or a revoked key, the focus moves to the heading. */
function useKeptFocus(heading: RefObject<HTMLElement | null>, isOpen: boolean) {
  const hasOpened = useRef(false)
  // After every render: the dialog may close before the list is rendered without the revoked key.
  useEffect(() => {
    hasOpened.current ||= isOpen
    if (isOpen || !hasOpened.current) return
    // After the dialog tried to restore the focus.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  })
}

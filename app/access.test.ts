import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Who may call what, written down apart from the code: a new action or route fails here until its caller is decided, and
// so does one whose role changed. e2e/security/authorisation.long.spec.ts tries each caller against a built server.

/** Actions by their names, and routes by method and path, by the least role of their caller. */
const access: Readonly<Record<string, readonly string[]>> = {
  // Each checks a one-time link.
  'without a session': ['join', 'openInvitation', 'openSetUp', 'setUp'],
  viewer: [
    'GET /connections/[id]/requirements',
    'GET /connections/[id]/requirements/file',
    'GET /drafts/[id]/changes',
    'GET /drafts/[id]/history',
    'GET /drafts/[id]/lines',
    'GET /drafts/[id]/live',
    'GET /drafts/[id]/outcomes',
    'GET /drafts/[id]/starts/[run]',
    'GET /fill/presets',
    'GET /fill/products',
    'GET /fill/rules',
    'GET /fill/sender',
    'GET /settings/messages/[connection]/file',
    'GET /settings/recipes/[id]/file',
    'GET /settings/rules/[id]/file',
    'GET /templates/[...sheet]',
    'GET /unknown/count',
    'POST /drafts/[id]/duplicates',
    'POST /drafts/[id]/elsewhere',
    'POST /fill/facts',
    'POST /fill/products',
    'POST /help/search',
    'POST /search',
    'addPasskey',
    'beginPasskey',
    'beginPasskeyConfirmation',
    'beginTotp',
    'changeLocale',
    'changeMailChoice',
    'changePassword',
    'confirmPasskey',
    'confirmPassword',
    'confirmTotp',
    'deletePasskey',
    'deleteTotp',
    'deleteView',
    'dismissConflicts',
    'endOtherSessions',
    'endSession',
    'hideFirstSteps',
    'listRecipes',
    'renameView',
    'renewRecoveryCodes',
    'saveLayout',
    'saveView',
    'sendTestMail',
    'signOut',
  ],
  editor: [
    'GET /drafts/[id]/sources',
    'GET /drafts/[id]/sources/[source]',
    'GET /drafts/[id]/sources/[source]/rows',
    'GET /history/drafts/[id]/ids',
    'GET /history/requests/[id]/body',
    'GET /history/requests/[id]/excerpt',
    'GET /history/requests/[id]/response',
    'GET /history/runs/[id]/ids',
    'POST /drafts/[id]/cancelled',
    'POST /drafts/[id]/changes',
    'POST /drafts/[id]/sources',
    'POST /fill/drafts/[id]',
    'PUT /drafts/[id]/elsewhere',
    'PUT /drafts/[id]/sources/[source]/parts/[part]',
    'PUT /drafts/[id]/sources/[source]/rows',
    'archiveDrafts',
    'assignFieldName',
    'cancelRun',
    'carryDraftOver',
    'checkDraft',
    'chooseConnection',
    'deleteDraft',
    'deleteFieldName',
    'deletePreset',
    'deleteProduct',
    'deleteRecipe',
    'deleteRule',
    'duplicateDraft',
    'enableRule',
    'explainMessage',
    'findLastImport',
    'importExplanations',
    'importRecipes',
    'moveRule',
    'nameDraft',
    'noteRecipeUse',
    'pauseRun',
    'rememberRules',
    'renameDraft',
    'renameRecipe',
    'resumeRun',
    'saveDefaults',
    'savePreset',
    'saveProduct',
    'saveRecipe',
    'saveRules',
    'unarchiveDraft',
  ],
  registrar: [
    'POST /connections/[id]/test',
    'acknowledgeAlarm',
    'applyList',
    'confirmRejection',
    'previewList',
    'registerDraft',
    'registerInHalves',
    'resolveCancelled',
    'resolveOrder',
    'resolveRequest',
  ],
  administrator: [
    'addSuggestions',
    'changeRole',
    'chooseDefaultConnection',
    'createClient',
    'createDeskKey',
    'deleteConnection',
    'deleteRequirement',
    'deleteWebhook',
    'dismissSuggestion',
    'enableRequirement',
    'eraseDraftNow',
    'eraseOrderNow',
    'forgetLimits',
    'importRequirements',
    'inviteMember',
    'issueSecret',
    'linkToPassword',
    'refreshLog',
    'rehearseConnection',
    'releaseNumber',
    'removeMember',
    'renewCredential',
    'resetSecondFactor',
    'restoreMember',
    'revokeAccess',
    'revokeDeskKey',
    'rotateSecret',
    'saveConnection',
    'saveRequirement',
    'saveWebhook',
    'sendAgain',
    'sendTest',
    'setKeysHonoured',
    'setRetention',
    'setSecondFactorPolicy',
    'withdrawInvitation',
  ],
  'key with intake': [
    'GET /desk-api/v1/drafts/[id]',
    'GET /desk-api/v1/drafts/[id]/ids',
    'GET /desk-api/v1/drafts/[id]/runs/[run]',
    'GET /desk-api/v1/files',
    'GET /desk-api/v1/files/[id]',
    'POST /desk-api/v1/drafts/[id]/check',
    'POST /desk-api/v1/files',
  ],
  'key with register': ['POST /desk-api/v1/drafts/[id]/register'],
}

/** Routes that no guard of sessions or keys surrounds: the service, next-auth, descriptions and measurements. */
const withoutGuard = [
  'api/auth/[...nextauth]/route.ts',
  'desk-api/[...path]/route.ts',
  'desk-api/v1/openapi.json/route.ts',
  'healthz/route.ts',
  'metrics/route.ts',
  'open-api/[...path]/route.ts',
  'open-api/v1/link/products/route.ts',
  'open-api/v1/openapi.json/route.ts',
  'open-api/v1/orders/japan/route.ts',
  'open-api/v1/orders/japan/validators/route.ts',
  'open-api/v1/orders/route.ts',
  'open-api/v1/orders/validators/route.ts',
  'simulator/[[...path]]/route.ts',
]

/** What an operator may do who must add a second factor first. */
const duringSetUp = [
  'addPasskey',
  'beginPasskey',
  'beginPasskeyConfirmation',
  'beginTotp',
  'confirmPasskey',
  'confirmPassword',
  'confirmTotp',
  'deletePasskey',
  'deleteTotp',
  'renewRecoveryCodes',
  'signOut',
]

/** What grants access, and so asks for the password again after ten minutes. */
const withProof = [
  'beginPasskey',
  'beginTotp',
  'changeRole',
  'createClient',
  'createDeskKey',
  'deletePasskey',
  'deleteTotp',
  'inviteMember',
  'issueSecret',
  'linkToPassword',
  'renewCredential',
  'renewRecoveryCodes',
  'resetSecondFactor',
  'restoreMember',
  'rotateSecret',
  'saveConnection',
  'saveWebhook',
  'setSecondFactorPolicy',
]

interface Call {
  readonly file: string
  readonly name: string
  /** Undefined: no guard surrounds it. */
  readonly caller: string | undefined
  readonly isDuringSetUp: boolean
  readonly needsProof: boolean
}

const calls = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .flatMap(file => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    const isAction = /^['"]use server['"]/m.test(source)
    return isAction || file.endsWith('/route.ts') ? callsOf(file, source, isAction) : []
  })

/** The calls that a file of actions, or a route, offers. */
function callsOf(file: string, source: string, isAction: boolean): Call[] {
  const exported = source.split(/^(?=export )/m).filter(part => part.startsWith('export '))
  return exported
    .filter(part => !/^export const dynamic\b|= refusedMethods\(/.test(part))
    .map(part => {
      const [, name = '', kind] =
        /^export const (\w+) = (action|publicAction|route|programRoute)\b/.exec(part) ?? []
      const rule = part.slice(0, part.indexOf('=>'))
      const folders = file.split('/').filter(folder => !folder.startsWith('('))
      return {
        file,
        name: isAction ? name : `${name} /${folders.slice(0, -1).join('/')}`,
        caller: callerOf(kind, rule),
        isDuringSetUp: /\bduringSetUp: true\b/.test(rule),
        needsProof: /\brequireReauthentication/.test(part),
      }
    })
}

function callerOf(kind: string | undefined, rule: string): string | undefined {
  if (kind === undefined) return undefined
  if (kind === 'publicAction') return 'without a session'
  if (kind === 'programRoute') return `key with ${/'(\w+)'/.exec(rule)?.[1]}`
  return /\brole: '(\w+)'/.exec(rule)?.[1] ?? 'viewer'
}

const namesOf = (some: readonly Call[]) => some.map(({ name }) => name).toSorted()

test('each action and route has the caller that was decided for it', () => {
  const callers = [...new Set(calls.flatMap(({ caller }) => caller ?? []))]
  const named = callers.map(caller => [caller, namesOf(calls.filter(call => call.caller === caller))])
  expect(Object.fromEntries(named)).toEqual(access)
})

test('only known routes are without a guard, and no action is', () => {
  const open = calls.filter(({ caller }) => caller === undefined)
  expect([...new Set(open.map(({ file }) => file))].toSorted()).toEqual(withoutGuard)
})

test('who must add a second factor may only add one, and sign out', () => {
  expect(namesOf(calls.filter(call => call.isDuringSetUp))).toEqual(duringSetUp)
})

test('what grants access asks for the password', () => {
  expect(namesOf(calls.filter(call => call.needsProof))).toEqual(withProof)
})

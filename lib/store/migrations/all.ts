import 'server-only'
import type { Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'
import * as ground from './0001-0009/0001-ground'
import * as operators from './0001-0009/0002-operators'
import * as ledger from './0001-0009/0003-ledger'
import * as drafts from './0001-0009/0004-drafts'
import * as clients from './0001-0009/0006-clients'
import * as rehearsal from './0001-0009/0007-rehearsal'
import * as ledgerRecords from './0001-0009/0008-ledger-records'
import * as serviceProducts from './0001-0009/0009-service-products'
import * as idempotency from './0010-0019/0010-idempotency'
import * as draftLifecycle from './0010-0019/0011-drafts'
import * as sheetViews from './0010-0019/0012-sheet-views'
import * as runner from './0010-0019/0013-runner'
import * as unknown from './0010-0019/0014-unknown'
import * as connections from './0010-0019/0015-connections'
import * as history from './0010-0019/0016-history'
import * as together from './0010-0019/0017-together'
import * as team from './0010-0019/0018-team'
import * as ledgerLines from './0010-0019/0019-ledger-lines'
import * as recipes from './0020-0029/0020-recipes'
import * as sources from './0020-0029/0021-sources'
import * as fill from './0020-0029/0022-fill'
import * as readings from './0020-0029/0023-readings'
import * as crashes from './0020-0029/0024-crashes'
import * as counts from './0020-0029/0025-counts'
import * as compact from './0020-0029/0026-compact'
import * as names from './0020-0029/0027-names'
import * as sessionOrigin from './0020-0029/0028-session-origin'
import * as limits from './0030-0039/0030-limits'
import * as steps from './0030-0039/0031-steps'
import * as alikeCodes from './0030-0039/0032-alike-codes'
import * as elsewhere from './0030-0039/0033-elsewhere'
import * as alarms from './0030-0039/0034-alarms'
import * as waiting from './0030-0039/0035-waiting'
import * as fieldNames from './0030-0039/0036-field-names'
import * as eventIndex from './0030-0039/0037-event-index'
import * as runRequests from './0030-0039/0038-run-requests'
import * as operatorLocale from './0030-0039/0039-operator-locale'
import * as apiMessages from './0040-0049/0040-api-messages'
import * as runRequestLanguage from './0040-0049/0041-run-request-language'
import * as search from './0040-0049/0042-search'
import * as presetShops from './0040-0049/0043-preset-shops'
import * as home from './0040-0049/0044-home'
import * as draftConnection from './0040-0049/0045-draft-connection'
import * as sourceDigest from './0040-0049/0046-source-digest'
import * as homeLists from './0040-0049/0047-home-lists'
import * as cancellationsAndDuplicates from './0040-0049/0048-cancellations-and-duplicates'
import * as notifications from './0040-0049/0049-notifications'
import * as replays from './0050-0059/0053-replays'
import * as importRules from './0050-0059/0054-import-rules'
import * as requirements from './0050-0059/0056-requirements'
import * as requirementSuggestions from './0050-0059/0057-requirement-suggestions'
import * as cancelledNumbers from './0050-0059/0058-cancelled-numbers-and-webhook-secrets'
import * as backups from './0050-0059/0059-backups'
import * as deskKeys from './0060-0069/0060-desk-keys'
import * as intakeFiles from './0060-0069/0061-intake-files'
import * as secondFactor from './0060-0069/0064-second-factor'
import * as signInProviders from './0060-0069/0065-sign-in-providers'
import * as checkTurns from './0060-0069/0066-check-turns'
import * as counterConditions from './0060-0069/0069-counter-conditions'
import * as filesOverQuota from './0070-0079/0071-files-over-quota'
import * as consoleLink from './0070-0079/0072-console-link'
import * as errorsCountedAt from './0070-0079/0073-errors-counted-at'

/** A migration. `up` runs in a transaction that also stores its name, so it is applied completely or not at all. */
export interface Migration {
  readonly name: string
  readonly up: (trx: Transaction<Schema>, dialect: DialectName) => Promise<void>
}

/** All migrations, oldest first. They are listed here instead of read from disk because the server is bundled. */
export const migrations: readonly Migration[] = [
  { name: '0001-ground', up: ground.up },
  { name: '0002-operators', up: operators.up },
  { name: '0003-ledger', up: ledger.up },
  { name: '0004-drafts', up: drafts.up },
  { name: '0006-clients', up: clients.up },
  { name: '0007-rehearsal', up: rehearsal.up },
  { name: '0008-ledger-records', up: ledgerRecords.up },
  { name: '0009-service-products', up: serviceProducts.up },
  { name: '0010-idempotency', up: idempotency.up },
  { name: '0011-drafts', up: draftLifecycle.up },
  { name: '0012-sheet-views', up: sheetViews.up },
  { name: '0013-runner', up: runner.up },
  { name: '0014-unknown', up: unknown.up },
  { name: '0015-connections', up: connections.up },
  { name: '0016-history', up: history.up },
  { name: '0017-together', up: together.up },
  { name: '0018-team', up: team.up },
  { name: '0019-ledger-lines', up: ledgerLines.up },
  { name: '0020-recipes', up: recipes.up },
  { name: '0021-sources', up: sources.up },
  { name: '0022-fill', up: fill.up },
  { name: '0023-readings', up: readings.up },
  { name: '0024-crashes', up: crashes.up },
  { name: '0025-counts', up: counts.up },
  { name: '0026-compact', up: compact.up },
  { name: '0027-names', up: names.up },
  { name: '0028-session-origin', up: sessionOrigin.up },
  { name: '0030-limits', up: limits.up },
  { name: '0031-steps', up: steps.up },
  { name: '0032-alike-codes', up: alikeCodes.up },
  { name: '0033-elsewhere', up: elsewhere.up },
  { name: '0034-alarms', up: alarms.up },
  { name: '0035-waiting', up: waiting.up },
  { name: '0036-field-names', up: fieldNames.up },
  { name: '0037-event-index', up: eventIndex.up },
  { name: '0038-run-requests', up: runRequests.up },
  { name: '0039-operator-locale', up: operatorLocale.up },
  { name: '0040-api-messages', up: apiMessages.up },
  { name: '0041-run-request-language', up: runRequestLanguage.up },
  { name: '0042-search', up: search.up },
  { name: '0043-preset-shops', up: presetShops.up },
  { name: '0044-home', up: home.up },
  { name: '0045-draft-connection', up: draftConnection.up },
  { name: '0046-source-digest', up: sourceDigest.up },
  { name: '0047-home-lists', up: homeLists.up },
  { name: '0048-cancellations-and-duplicates', up: cancellationsAndDuplicates.up },
  { name: '0049-notifications', up: notifications.up },
  { name: '0053-replays', up: replays.up },
  { name: '0054-import-rules', up: importRules.up },
  { name: '0056-requirements', up: requirements.up },
  { name: '0057-requirement-suggestions', up: requirementSuggestions.up },
  { name: '0058-cancelled-numbers-and-webhook-secrets', up: cancelledNumbers.up },
  { name: '0059-backups', up: backups.up },
  { name: '0060-desk-keys', up: deskKeys.up },
  { name: '0061-intake-files', up: intakeFiles.up },
  { name: '0064-second-factor', up: secondFactor.up },
  { name: '0065-sign-in-providers', up: signInProviders.up },
  { name: '0066-check-turns', up: checkTurns.up },
  { name: '0069-counter-conditions', up: counterConditions.up },
  { name: '0071-files-over-quota', up: filesOverQuota.up },
  { name: '0072-console-link', up: consoleLink.up },
  { name: '0073-errors-counted-at', up: errorsCountedAt.up },
]

import { planReimportSteps, type ReimportDraft, type ReimportPlan } from '@/lib/import/roundtrip/plan'
import type { ReimportedFile } from '@/lib/import/roundtrip/read'
import { finish } from '@/lib/sheet/codecs/steps'

/** The plan of a round trip at once; the worker makes it with pauses. */
export const planReimport = (returned: ReimportedFile, draft: ReimportDraft): ReimportPlan =>
  finish(planReimportSteps(returned, draft))

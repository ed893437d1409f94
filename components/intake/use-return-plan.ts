import { useLayoutEffect, useState } from 'react'
import { planSteps, type ReturnPlan } from '@/lib/intake/return-plan'
import type { Returned } from '@/lib/intake/return-read'
import type { Workbook } from '@/lib/sheet/workbook'
import { returnDraft } from './return-apply'
import { takeSteps } from './slices'

/**
 * What a file that came back would change. One of few lines is compared before anything of it is painted, one of many in
 * pieces. @returns undefined while it is compared
 */
export function useReturnPlan(
  returned: Returned,
  workbook: Workbook,
  isOurs: boolean,
): ReturnPlan | undefined {
  const [plan, setPlan] = useState<ReturnPlan>()
  useLayoutEffect(() => {
    let isOff = false
    setPlan(undefined)
    if (isOurs) {
      takeSteps(
        planSteps(returned, returnDraft(workbook)),
        () => isOff,
        found => setPlan(found),
      )
    }
    return () => {
      isOff = true
    }
  }, [returned, workbook, isOurs])
  return plan
}

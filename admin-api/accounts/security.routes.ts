import { writeLog } from '../admin-log/admin-log.db.ts'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor
} from '../contract/accounts.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RequestContext, RouteParts, Routes } from '../platform/http/route.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { isAdminPassword, replacePassword } from './password.ts'
import {
  beginFactor,
  confirmFactor,
  findSecondFactor,
  removeFactor,
  spendCode,
  toUri
} from './second-factor.ts'

/**
 * Adds the routes that change how the operator signs in.
 * @param siteUrl origin of the site; authenticator apps show its host
 */
export function addSecurityRoutes(
  { route }: Routes,
  { db, clock, givenVariables }: RouteParts & { givenVariables: readonly string[] },
  { throttle, siteUrl }: { throttle: LoginThrottle; siteUrl: string }
): void {
  const isPassword = (password: string) => isAdminPassword(db, password)
  const isProof = async (proof: string) => (await spendCode(db, proof, clock())) || isPassword(proof)

  /** Slows down guessing in a stolen session. @throws ApiError with this message, or too-many-requests */
  async function requireProof(isRight: () => Promise<boolean>, message: string): Promise<void> {
    const caller = { device: 'session', network: null }
    await throttle.begin(caller)
    if (!(await isRight())) throw new ApiError('invalid-input', message)
    await throttle.succeed(caller)
  }

  async function logChange(message: string, { actor }: RequestContext): Promise<void> {
    const logFields = { level: 'WARNING', category: 'USER', action: 'UPDATE' } as const
    await writeLog(db, { ...logFields, actor, message }, clock())
  }

  route(changePassword, async ({ password, new_password }, context) => {
    if (givenVariables.includes('ADMIN_PASSWORD')) throw new ApiError('conflict', configuredPassword)
    await requireProof(() => isPassword(password), 'That is not your current password.')
    await replacePassword(db, new_password, context.token ?? '')
    await logChange('The admin password was changed', context)
    return { message: 'Your password is changed, and all other sessions are signed out.' }
  })

  route(readSecondFactor, async () => {
    const factor = await findSecondFactor(db)
    return { is_on: factor !== null, recovery_codes_left: factor?.recoveryHashes.length ?? 0 }
  })

  route(beginSecondFactor, async ({ password }) => {
    await requireProof(() => isPassword(password), 'That is not your password.')
    const secret = await beginFactor(db)
    if (secret === null) throw new ApiError('conflict', 'The second factor is already on.')
    return { secret, uri: toUri(secret, new URL(siteUrl).host) }
  })

  route(confirmSecondFactor, async ({ code }, context) => {
    const recovery_codes = await confirmFactor(db, { code, token: context.token ?? '' }, clock())
    if (recovery_codes === null) {
      const message = 'That code is wrong. Please try the next one, and check the clock of your phone.'
      throw new ApiError('invalid-input', message)
    }
    await logChange('The second factor was switched on', context)
    return { recovery_codes }
  })

  route(endSecondFactor, async ({ proof }, context) => {
    await requireProof(() => isProof(proof), 'That is neither your password nor a valid code.')
    await removeFactor(db)
    await logChange('The second factor was switched off', context)
    return { message: 'The second factor is off. Your password alone signs you in.' }
  })
}

const configuredPassword =
  'ADMIN_PASSWORD sets the password at every start. Change it there and restart the service.'

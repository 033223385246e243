import { rm } from 'node:fs/promises'
import { writeLog } from '../admin-log/admin-log.db.ts'
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  endSecondFactor,
  logIn,
  logOut,
  readSecondFactor
} from '../contract/accounts.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RequestContext, RouteParts, Routes } from '../platform/http/route.ts'
import { closeSession } from './accounts.db.ts'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts'
import { isAdminPassword, passwordFileIn, replacePassword } from './password.ts'
import {
  beginFactor,
  confirmFactor,
  findSecondFactor,
  removeFactor,
  spendCode,
  toUri
} from './second-factor.ts'
import { deviceCookieSeconds, issueDevice, openSession, readDevice } from './sessions.ts'

/** `siteUrl`: origin of the site; authenticator apps show its host. `isPasswordPublic`: nobody has to guess it. */
type AuthOptions = { siteUrl: string; isPasswordPublic: boolean }

export function addAuthRoutes(
  routes: Routes,
  parts: RouteParts & { dataDir: string; givenVariables: readonly string[] },
  { siteUrl, isPasswordPublic }: AuthOptions
): void {
  const { route } = routes
  const { db, clock, dataDir } = parts
  const throttle = isPasswordPublic ? openThrottle : createLoginThrottle(db)
  addSecurityRoutes(routes, parts, { throttle, siteUrl })

  async function refuse(
    code: 'unauthorized' | 'code-needed',
    { log, message }: Refusal,
    { actor }: RequestContext
  ): Promise<never> {
    const logFields = { level: 'WARNING', category: 'USER', action: 'CREATE', actor } as const
    await writeLog(db, { ...logFields, message: log }, clock())
    throw new ApiError(code, message)
  }

  route(
    logIn,
    async ({ password, code }, context) => {
      const { ip, network, userAgent, actor, token, setSession, deviceCookie, setDeviceCookie } = context
      const device = await readDevice(db, deviceCookie, clock())
      const caller = { device, network }
      await throttle.begin(caller)
      if (!(await isAdminPassword(db, password))) await refuse('unauthorized', wrongPassword, context)
      if ((await findSecondFactor(db)) !== null) {
        if (code === undefined) {
          await throttle.spareOthers(caller)
          await refuse('code-needed', missingCode, context)
        } else if (!(await spendCode(db, code, clock()))) await refuse('code-needed', wrongCode, context)
      }
      await throttle.succeed(caller)
      // A session that the browser already had, perhaps stolen or planted, ends here.
      if (token !== null) await closeSession(db, token)
      setSession(await openSession(db, { ip, userAgent }, clock()))
      setDeviceCookie(await issueDevice(db, device, clock()), deviceCookieSeconds)
      const operator = { ...actor, userId: 'admin' }
      const entry = { category: 'USER', action: 'CREATE', message: 'Logged in', actor: operator } as const
      await writeLog(db, entry, clock())
      await rm(passwordFileIn(dataDir), { force: true })
      return { message: 'Welcome aboard, Captain.' }
    },
    { readsSession: true }
  )

  route(
    logOut,
    async (_input, { actor, token, session, setSession }) => {
      // A form on another site can send this request too, but without the cookie, so it ends no session.
      if (token !== null) {
        await closeSession(db, token)
        setSession(null)
      }
      if (session !== null) {
        const entry = { category: 'USER', action: 'DELETE', message: 'Logged out', actor } as const
        await writeLog(db, entry, clock())
      }
      return { message: 'You are logged out.' }
    },
    { readsSession: true }
  )
}

/** For a public password: strangers who mistype it must not keep others out. */
const openThrottle: LoginThrottle = {
  begin: async () => undefined,
  spareOthers: async () => undefined,
  succeed: async () => undefined
}

/** Messages about a refused login: for the log and for the caller. */
type Refusal = { log: string; message: string }

const wrongPassword: Refusal = { log: 'A wrong password was tried', message: 'Invalid credentials' }
const missingCode: Refusal = {
  log: 'The password was right, and no code of the second factor was sent',
  message: 'Please enter the code that your authenticator app shows.'
}
const wrongCode: Refusal = {
  log: 'The password was right, the code of the second factor was wrong',
  message: 'That code is wrong or already used. Please try the next one.'
}

/**
 * Adds the routes that change how the operator signs in.
 * @param siteUrl origin of the site; authenticator apps show its host
 */
function addSecurityRoutes(
  { route }: Routes,
  { db, clock, givenVariables }: RouteParts & { givenVariables: readonly string[] },
  { throttle, siteUrl }: { throttle: LoginThrottle; siteUrl: string }
): void {
  const isPassword = (password: string) => isAdminPassword(db, password)
  // The password first: it removes a damaged second factor, which knows no codes.
  const isProof = async (proof: string) => (await isPassword(proof)) || spendCode(db, proof, clock())

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

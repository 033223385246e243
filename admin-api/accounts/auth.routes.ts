import { rm } from 'node:fs/promises'
import { writeLog } from '../admin-log/admin-log.db.ts'
import { logIn, logOut } from '../contract/accounts.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { RequestContext, RouteParts, Routes } from '../platform/http/route.ts'
import { closeSession } from './accounts.db.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { isAdminPassword, passwordFileIn } from './password.ts'
import { findSecondFactor, spendCode } from './second-factor.ts'
import { addSecurityRoutes } from './security.routes.ts'
import { deviceCookieSeconds, issueDevice, openSession, readDevice } from './sessions.ts'

/** @param siteUrl origin of the site; authenticator apps show its host */
export function addAuthRoutes(
  routes: Routes,
  parts: RouteParts & { dataDir: string; givenVariables: readonly string[] },
  siteUrl: string
): void {
  const { route } = routes
  const { db, clock, dataDir } = parts
  const throttle = createLoginThrottle(db)
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

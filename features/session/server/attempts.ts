import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { mailboxOf } from '#platform/contact-fields.ts'
import { limit, tooManyAttempts } from '#platform/server/security/limits.ts'

const QUARTER_HOUR = 900
const HOUR = 3600
/** Passwords that may be tried in a quarter of an hour (decisions "Sign-in attempts" has the arithmetic). */
export const PASSWORDS = {
  /** For one account from one network. */
  pair: 10,
  /** For one account from one browser that it has signed in with. */
  browser: 10,
  /** From one network, for all accounts. */
  network: 100,
  /** For one account from all unknown browsers; further ones take turns. */
  account: 30,
} as const
/** One password per turn, in seconds. Also the longest time that a sign-in waits for its turn. */
export const TURN_SECONDS = 5
/** Requests of a new password in an hour. */
export const REQUESTS = {
  pair: 3,
  browser: 3,
  network: 20,
  /** Mails to one account for unknown browsers. Above it nothing is sent, because a valid link is in the mailbox already. */
  account: 10,
} as const

/** Who tries: the account as it was typed, the network, and the browser if the account's user signed in with it before. */
export type Attempt = { readonly account: string; readonly network: string; readonly browser: string | undefined }

/** The key under which sign-ins of an account are counted. */
export const accountKey = (systemName: string, userName: string) => `${systemName} ${userName.trim()}`.toLowerCase()
/** The key under which mails to an account are counted: plus-addresses have one mailbox. */
export const mailboxKey = (systemName: string, userName: string) => accountKey(systemName, mailboxOf(userName.trim()))

const pairOf = ({ account, network }: Attempt) => `${account} ${network}`
const browserOf = ({ account, browser }: Attempt) => `${account} ${browser}`

/**
 * Bounds the passwords that may be tried, for all nodes together. A stranger cannot keep a user out: wrong passwords of others
 * count per network, delay unknown browsers only, and never a browser that the user has signed in with.
 */
export function createSignInAttempts(pool: pg.Pool) {
  const perPair = limit(pool, 'sign-in account address', PASSWORDS.pair, QUARTER_HOUR)
  const perBrowser = limit(pool, 'sign-in browser', PASSWORDS.browser, QUARTER_HOUR)
  const perNetwork = limit(pool, 'sign-in address', PASSWORDS.network, QUARTER_HOUR)
  const perAccount = limit(pool, 'sign-in account', PASSWORDS.account, QUARTER_HOUR)
  const turns = limit(pool, 'sign-in turn', 1, TURN_SECONDS)

  /** Waits at most one turn; refuses when another attempt takes that one too. */
  async function takeTurn(account: string): Promise<void> {
    const seconds = await turns.take(account)
    if (seconds === 0) return
    await wait(seconds * 1000)
    const more = await turns.take(account)
    if (more > 0) throw tooManyAttempts(more)
  }

  return {
    /** Counts an attempt of a network before the account is looked up; refuses (429). */
    admitNetwork: perNetwork.spend,
    /** Counts an attempt before its password is checked; may wait, or refuse (429). `admitNetwork` may have counted the network. */
    async admit(attempt: Attempt, isNetworkCounted: boolean): Promise<void> {
      if (attempt.browser) return perBrowser.spend(browserOf(attempt))
      if (!isNetworkCounted) await perNetwork.spend(attempt.network)
      await perPair.spend(pairOf(attempt))
      if ((await perAccount.take(attempt.account)) > 0) await takeTurn(attempt.account)
    },
    /** The password was right: the attempt does not count. */
    async succeeded(attempt: Attempt): Promise<void> {
      if (attempt.browser) return perBrowser.forget(browserOf(attempt))
      await perPair.forget(pairOf(attempt))
      await perNetwork.refund(attempt.network)
      await perAccount.refund(attempt.account)
    },
    /** A new password was set: nothing that was tried before counts. */
    async forget(account: string, network: string): Promise<void> {
      await perPair.forget(pairOf({ account, network, browser: undefined }))
      await perAccount.forget(account)
    },
  }
}
export type SignInAttempts = ReturnType<typeof createSignInAttempts>

/** Bounds the mails with links for a new password, in the same way. */
export function createResetRequests(pool: pg.Pool) {
  const perPair = limit(pool, 'reset account address', REQUESTS.pair, HOUR)
  const perBrowser = limit(pool, 'reset browser', REQUESTS.browser, HOUR)
  const perNetwork = limit(pool, 'reset request address', REQUESTS.network, HOUR)
  const perAccount = limit(pool, 'reset account', REQUESTS.account, HOUR)
  return {
    /** Counts a request of a network before the account is looked up; refuses (429). */
    admitNetwork: perNetwork.spend,
    /**
     * Counts a request; returns whether to send a mail, or refuses (429). Without such an account (`exists`) no mail is sent or
     * counted: a `+tag` that nobody has must not use up the mails of the mailbox's owner.
     */
    async admit(
      attempt: Attempt,
      { exists, isNetworkCounted }: { exists: boolean; isNetworkCounted: boolean },
    ): Promise<boolean> {
      if (attempt.browser) {
        await perBrowser.spend(browserOf(attempt))
        return true
      }
      if (!isNetworkCounted) await perNetwork.spend(attempt.network)
      await perPair.spend(pairOf(attempt))
      return exists && (await perAccount.take(attempt.account)) === 0
    },
    /** A link was used: the links of earlier mails have ended with it. */
    forget: (account: string) => perAccount.forget(account),
  }
}

import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the password policy; apart from the other texts because neither sign-in nor the first screen needs them. */
export const t = defineMessages('SessionPasswords', {
  MsgPasswordHasNames:
    'Password must not be made of your name, your email, or the name of the organisation or of Parcelhall. Digits added or put in place of letters do not help.',
  MsgPasswordCommon: 'This password is one of the most common ones. Choose another, for example four unrelated words.',
  MsgPasswordEasy:
    'This password is easy to guess. Avoid common words with digits, repetitions, keyboard patterns and dates. Four unrelated words are better.',
  MsgPasswordIsAddress: 'An email address is no password: others know it. Four unrelated words are better.',
  LabelPasswordStrength: 'Strength',
  WordPasswordWeak: 'Too weak',
  WordPasswordGood: 'Good',
  WordPasswordStrong: 'Strong',
  HelpNewPassword: 'At least {min} characters. Four unrelated words are strong and easy to remember.',
})

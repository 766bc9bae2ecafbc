/** The pages of the forms on the way to a third party and back, and of passkeys. Browser-safe. */
import type { FormName } from '#lib/forms/form-names.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { passkeyRemoveContract } from './passkeys.contract.ts';
import { removePasskeyForm } from './passkeys.schema.ts';
import * as scans from './scans.contract.ts';
import * as scanForms from './scans.schema.ts';
import * as contracts from './third-parties.contract.ts';
import { wayFailureOf } from './third-parties.rules.ts';
import * as forms from './third-parties.schema.ts';

const ofAddress = ({ provider = '' }: Readonly<Record<string, string>>) => ({ provider });

export const thirdPartyPages = {
  'set-out': formPage({ definition: forms.setOutForm, contract: contracts.thirdPartyStartContract, valuesOf: ofAddress, done: ({ url }) => url }),
  return: formPage({
    definition: forms.returnForm,
    contract: contracts.thirdPartyReturnContract,
    valuesOf: ofAddress,
    seals: ['user'],
    done({ next, redirect }, { paths }) {
      switch (next) {
        case 'welcome':
          return paths.to('login_welcome');
        case 'scanned':
          return paths.to('login_scanned');
        case 'connected':
          return `${paths.to('account_ways')}?done=connected`;
        case 'done':
          return redirect || paths.to('profile');
      }
    },
    refused: (error, { paths, values }) => `${paths.to('login_return', { provider: values['provider'] ?? '' })}?why=${wayFailureOf(error)}`,
  }),
  welcome: formPage({
    definition: forms.welcomeForm,
    contract: contracts.registerTwoContract,
    done: ({ redirect }, { paths }) => redirect || paths.to('profile'),
  }),
  'ask-scan': formPage({
    definition: scanForms.askScanForm,
    contract: scans.wechatQrContract,
    done: (_, { paths, values }) => `${paths.to('login_wechat')}${values['redirect'] ? `?${new URLSearchParams({ redirect: values['redirect'] })}` : ''}`,
  }),
  'end-scan': formPage({
    definition: scanForms.endScanForm,
    contract: scans.wechatQrStatusContract,
    done: ({ status, redirect }, { paths }) => (status === 'waiting' ? `${paths.to('login_wechat')}?again=1` : redirect || paths.to('profile')),
    // R8.15
    leadsOn: { 'bind-needed': (paths) => paths.to('bind_mobile') },
  }),
  'confirm-scan': formPage({
    definition: scanForms.confirmScanForm,
    contract: scans.wechatScanConfirmContract,
    valuesOf: ({ ticket = '' }) => ({ ticket }),
    done: ({ url }) => url,
  }),
  'bind-wechat': formPage({
    definition: scanForms.bindWechatForm,
    contract: contracts.bindWechatContract,
    done: (_, { paths }) => `${paths.to('account_ways')}?done=connected`,
  }),
  connect: formPage({ definition: forms.connectForm, contract: contracts.connectContract, valuesOf: ofAddress, done: ({ url }) => url }),
  'remove-passkey': formPage({
    definition: removePasskeyForm,
    contract: passkeyRemoveContract,
    done: (_, { paths }) => `${paths.to('account_passkeys')}?done=removed`,
  }),
  disconnect: formPage({
    definition: forms.disconnectForm,
    contract: contracts.disconnectContract,
    done: (_, { paths }) => `${paths.to('account_ways')}?done=disconnected`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const de = {
  Courier: {
    MsgCourierNameEmpty: 'Der Name des Kurierdienstes darf nicht leer sein',
    MsgCourierNameTooLong: 'Der Name des Kurierdienstes darf nicht mehr als {max} Zeichen haben!',
    MsgCourierNameTaken: 'Ein anderer Kurierdienst heißt schon so.',
    MsgCourierDescriptionTooLong: 'Die Beschreibung darf nicht mehr als {max} Zeichen haben!',
    MsgSortOrderNotNumber: 'Die Reihenfolge muss eine ganze Zahl ab 0 sein.',
    MsgCourierHasAgents: 'Der Kurierdienst hat noch Zusteller.',
    MsgCourierHasPackages: 'Der Kurierdienst hat noch Pakete im Haus.',
    MsgDryCleaningFixed: 'Ein Kurierdienst mit Zustellern bleibt, was er ist: für Reinigung oder nicht.',
    MsgCourierSaved: 'Der Kurierdienst wurde gespeichert.',
    MsgCourierSaveFailed: 'Der Kurierdienst wurde nicht gespeichert',
    MsgCouriersDeleted: '{count} gelöscht.',

    TitleCouriers: 'Kurierdienste',
    TitleNewCourier: 'Neuer Kurierdienst',
    LabelCourier: 'Kurierdienst',
    LabelDescription: 'Beschreibung',
    LabelSortOrder: 'Reihenfolge',
    LabelIsDryCleaning: 'Für Reinigung',
    LinkEdit: 'Bearbeiten',
    WordYes: 'Ja',
    WordNo: 'Nein',
    WordNotOffered: 'Nicht zur Auswahl',
    AddCourier: 'Kurierdienst anlegen',
    DeleteCouriers: 'Kurierdienste löschen',
    SectionDetails: 'Angaben',
    SectionChoice: 'Wo er gewählt wird',
    HelpSortOrder: 'Wo der Kurierdienst in der Auswahl steht; 0 blendet ihn dort aus.',
    HelpIsDryCleaning: 'Seine Zusteller holen aus den Fächern für Reinigung und liefern nichts aus.',
    NoCouriers: 'Es gibt noch keinen Kurierdienst. Legen Sie den ersten an, dann seine Zusteller.',
  },
} satisfies Translated<typeof say>

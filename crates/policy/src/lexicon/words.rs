//! The word lists themselves. `lexicon` documents the format of an entry; a new list becomes a field there.

pub(super) const PAYS: &str = "
    pay, buy, order now, place order, place your order, place my order, complete order,
    confirm order, submit order, purchase, checkout, proceed to check out, transfer, send money,
    send payment, subscribe, rent now, donate, top up, add funds, start free trial, start trial,
    bid now, place bid, tip now, withdraw,
    bezahlen, =zahlen, jetzt zahlen, kaufen, zahlungspflichtig, kostenpflichtig, jetzt bestellen,
    überweisen, geld senden, abonnieren, zur kasse, betalen, kopen, afrekenen,
    payer, acheter, commander, régler la commande, régler maintenant, envoyer de l'argent, effectuer un virement, s'abonner,
    pagar, comprar, compra, transferir, enviar dinero, enviar dinheiro, suscribirse, assinar,
    finalizar compra, realizar pedido, finalizar pedido, hacer pedido,
    paga, pagare, acquista, compra, ordina ora, invia denaro, abbonati, trasferisci,
    betala, =köp, köp nu, betal, køb nu, kjøp nå, zapłać, =kup, kup teraz, kupuję, satın al,
    ödeme yap, para gönder, bayar, =beli, beli sekarang, thanh toán, =mua, mua ngay, chuyển tiền,
    оплатить, заплатить, купить, перевести деньги, оформить заказ, ادفع, دفع, شراء,
    支付, 付款, 购买, 購買, 立即购, 立即下单, 提交订单, 下单, 转账, 轉帳, 轉賬, 充值, 发红包,
    塞钱进红包, 去结算, 结账, 結帳, 订阅, 訂閱,
    支払, 購入, 今すぐ買, 注文を確定, 注文する, 送金, 振込, 振り込, チャージする, 定期購読,
    결제, 구매, 송금, 이체, 주문하기, 지불, 충전하기,
    भुगतान कर, पेमेंट कर, पैसे भेज, खरीद, ชำระเงิน, จ่ายเงิน, ซื้อ, โอนเงิน,
";

pub(super) const DELETES: &str = "
    delete, =del, =del all, remove, erase, discard, uninstall, move to trash, move to bin, empty trash, empty bin, clear data,
    clear all data, clear app data, clear storage, clear history, clear chat, clear conversation,
    clear browsing data, clear call log, wipe, deactivate account, close account, unsend,
    löschen, loeschen, entfernen, verwerfen, deinstallieren, daten leeren, verwijderen, verwijder,
    supprimer, effacer, désinstaller, retirer, vider la corbeille, ignorer les modifications,
    eliminar, borrar, quitar, descartar, desinstalar, suprimir, excluir, apagar, remover,
    elimina, eliminare, cancella, rimuovi, disinstalla, svuota cestino, cancella dati,
    ta bort, radera, =slet, slett, fjern, usuń, odinstaluj, =sil, kaldır, hapus, xóa, gỡ cài đặt,
    удалить, стереть, очистить данные, حذف, احذف, إزالة, إلغاء التثبيت,
    删除, 刪除, 移除, 卸载, 解除安裝, 清除数据, 清空, 清除資料, 抹掉, 丢弃, 捨棄,
    削除, 消去, 破棄, アンインストール, データを消,
    삭제, 제거, 지우기, 데이터 지우, 버리기,
    हटाए, हटाओ, हटा दें, मिटा, डिलीट, अनइंस्टॉल, ลบ, ถอนการติดตั้ง,
";

pub(super) const GRANTS: &str = "
    allow, =grant, grant access, grant permission, grant permissions, grant all, permit,
    while using the app, only this time, authorize, authorise, give access, give permission,
    give full access, enable access, install unknown apps, activate device admin, trust this computer,
    zulassen, erlauben, gestatten, genehmigen, bei nutzung der app, während der nutzung der app,
    nur dieses mal, nur diesmal, toestaan,
    autoriser, accorder, lorsque vous utilisez l'appli, lorsque l'appli est utilisée, uniquement cette fois ci,
    cette fois ci uniquement,
    permitir, conceder, autorizar, mientras se usa la app, mientras la app está en uso,
    solo esta vez, sólo esta vez, durante o uso do app, apenas desta vez, apenas esta vez, somente desta vez,
    consenti, autorizza, concedi, mentre usi l'app, solo questa volta, quando l'app è in uso,
    tillåt, tillad, tillat, zezwól, zezwalaj, izin ver, izinkan, cho phép,
    разрешить, предоставить доступ, السماح, سماح,
    允许, 允許, 授权, 授權, 仅限这一次, 僅限這一次,
    許可, アプリの使用時のみ, 今回のみ, 허용, 권한 부여, 이번만,
    अनुमति दें, इजाज़त दें, ऐप्लिकेशन का इस्तेमाल करते समय, केवल इस बार, सिर्फ़ इस बार, อนุญาต,
";

pub(super) const LOCATES: &str = "
    send my current location, send current location, send your current location, share my live location, live location sharing,
    share location, share my location, share your location, share live location, share current location,
    share real time location, share location now, send location, send my location, send your location,
    send your current location, send current location, send this location, start sharing location,
    standort teilen, standort senden, live standort teilen, partager la position, partager ma position,
    envoyer la position, envoyer votre position actuelle, compartir ubicación, compartir mi ubicación,
    compartir la ubicación, enviar ubicación, compartilhar localização, compartilhar minha localização,
    enviar localização, condividi posizione, condividi la posizione, condividi la mia posizione,
    invia posizione, locatie delen, поделиться геопозицией, отправить геопозицию,
    发送位置, 發送位置, 共享位置, 共享实时位置, 分享位置, 位置情報を共有, 現在地を共有, 現在地を送信, 位置情報を送信,
    위치 공유, 위치 보내기, 위치 전송, लोकेशन शेयर, लोकेशन भेज, जगह शेयर, แชร์ตำแหน่ง,
";

pub(super) const SENDS_TO_MANY: &str = "
    send to all, send to everyone, send to group, send to groups, send to many, reply all, reply to all,
    message all, message everyone, email all, email everyone, notify all, notify everyone, invite all,
    invite everyone, forward to all, forward to group, share with everyone, share with group,
    post publicly, publish to everyone, send broadcast, new broadcast, mention everyone,
    allen antworten, an alle senden, an gruppe senden, répondre à tous, envoyer à tous,
    responder a todos, enviar a todos, responder todos, enviar para todos, rispondi a tutti, invia a tutti,
    ответить всем, отправить всем, 回复全部, 全部回复, 全部回覆, 发送给所有人, 群发, 群發, 全員に返信, 全員に送信,
    전체 답장, 모두에게 답장, 모두에게 보내기, सभी को जवाब, सभी को भेज, ตอบกลับทั้งหมด,
";

pub(super) const RESETS: &str = "
    factory reset, factory data reset, reset, reset phone, reset all settings, erase all data, erase everything,
    delete all data, master clear, wipe data,
    zurücksetzen, werkseinstellungen, werksreset, alle daten löschen, fabrieksinstellungen,
    réinitialiser, effacer toutes les données, restablecer, borrar todos los datos, datos de fábrica,
    redefinir, repor, apagar todos os dados, dados de fábrica, ripristina, ripristinare, dati di fabbrica,
    сбросить, сброс настроек, إعادة الضبط, 恢复出厂设置, 清除所有数据, 重置, 恢復原廠設定, 抹掉所有,
    初期化, すべてのデータを消去, リセット, 초기화, 모든 데이터 삭제, रीसेट, รีเซ็ต,
";

/// Phrases that resemble the above but are harmless: refusals, names, past events.
pub(super) const HARMLESS: &str = "
    don't allow, do not allow, don't delete, do not delete, don't remove, don't discard,
    don't pay, don't buy, don't share location, don't uninstall, don't reset, never allow, undo delete,
    nicht zulassen, nicht erlauben, nicht löschen, ne pas autoriser, ne pas supprimer, no permitir,
    no eliminar, não permitir, não excluir, non consentire, niet toestaan, не разрешать, عدم السماح,
    不允许, 不允許, 不删除, 不刪除, 許可しない, 削除しない, 허용 안 함, 허용하지 않, 삭제 안 함, 삭제하지 않,
    अनुमति न दें, ไม่อนุญาต,
    check out our, check out the, check out what, check out these, check it out,
    google pay, apple pay, samsung pay, amazon pay, shop pay, best buy, pay attention, 支付宝,
    send feedback, parking permit, work permit, residence permit, file transfer, transfer files, data transfer,
    checkout history, purchase history, remove filter, remove filters, reset password, reset zoom,
    reset filter, reset filters, reset view, delete key, delete character, trash talk,
    送信済み, 送信済みメール, 보낸메일함, 보낸 메일함, 已发送, 已傳送, 寄件備份,
    支付方式, 支付记录, 支付成功, 支付设置, 付款方式, 付款记录, 购买记录, 購買紀錄, 已删除, 已刪除, 最近删除, 最近刪除,
    支払い方法, 支払い履歴, 購入履歴, 削除済み, 最近削除した, 削除された, 결제 수단, 결제 내역, 구매 내역, 삭제된, 최근 삭제,
    deleted, recently deleted, deleted items, installed, installed apps, package installer, app installer, purchased, paid, subscriptions, subscribed, posted, removed,
    remove last character, delete last character, add or remove this video from favorites, this post, a post, view post, open post, post options, for post, posts, hide post, hide this post, add or remove from favorites, add or remove from favourites, remove from favorites, remove from favourites, clear input, clear text,
    =pin, =unpin, pin note, pin chat, pin conversation, pin to top, pin message,
    clear search, clear query, fast forward, pay day, payday, reset options, backspace,
    gelöscht, zuletzt gelöscht, installiert, bezahlt, gekauft, abonniert, löschzug, löschwasser, eingabe löschen, zahlen und fakten, supprimés, supprimé, supprimée,
    récemment supprimés, installé, installée, installées, payé, payée, acheté, eliminado, eliminados, eliminada, eliminados recientemente, instalado, instalada,
    instaladas, pagado, pagada, comprado, apagão, excluídos, apagados, instaladas, pago em, eliminati, installato, installate, pagato, acquistato, verwijderd,
    geïnstalleerd, betaald, betaalbaar, usunięte, zainstalowane, zapłacono, opłacone, удаленные, удалённые, недавно удаленные, установлено, установленные, оплачено,
    видалені, видалений, видалено, встановлено, сплачено, silinen, silinenler, silindi, yüklü, yüklendi, ödendi, smazané, smazáno, nainstalováno, zaplaceno,
    διαγραμμένα, εγκατεστημένα, borttagna, installerad, betalt, betald, rader, slettet, installert, asennettu, poistetut, maksettu,
    المحذوفة, تم الحذف, تم التثبيت, تم الدفع, المثبتة, حذف‌شده, نصب‌شده, हटाए गए, इंस्टॉल किए गए, इंस्टॉल किया गया, ลบแล้ว, ติดตั้งแล้ว, ชำระแล้ว, đã xóa, đã cài đặt, đã thanh toán,
    已安装, 已安裝, 已购买, 已購買, 已支付, 已付款, 已订阅, 購入済み, インストール済み, 支払い済み, 설치됨, 설치된, 결제됨, 구매함, dihapus, terpasang, dibayar,
";

/// Labels that clearly agree to the subject of the screen.
pub(super) const FIRM: &str = "
    confirm, send, submit, approve, =sign, =go on, =sure, =do it,
    slide to confirm, bestätigen, senden, absenden,
    confirmer, envoyer, valider, confirmar, enviar,
    conferma, invia, bevestigen, verzenden,
    подтвердить, отправить, تأكيد, 确认, 確認, 发送, 發送, 提交,
    送信, 보내기, पुष्टि कर, भेजें, ยืนยัน,
";

/// Labels that lead on, perhaps to a payment and perhaps to the next page.
pub(super) const ONWARD: &str = "
    ok, okay, accept, agree, akzeptieren, accepter, aceptar, aceitar, accetta, 确定, 確定, 同意, 확인, 동의,
    yes, continue, next, proceed, done, go, weiter, ja, fertig, fortfahren, continuer,
    suivant, oui, terminé, continuar, siguiente, sí, seguinte, próximo, sim, hecho, concluir,
    continua, avanti, далее, да, готово, продолжить, 继续, 繼續, 下一步, 完成, 続行, 次へ, はい,
    完了, 계속, 다음, 완료, जारी रखें, आगे, ठीक है, हां, ต่อไป, ตกลง,
";

/// Labels that set up an app or a right, in a dialog with no other purpose.
pub(super) const SETS_UP: &str = "
    install, activate, enable, turn on, update, installieren, aktivieren, installer, activer, instalar, activar, ativar,
    installa, attiva, installeren, установить, включить, تثبيت, 安装, 安裝, 启用, 開啟, インストール, 有効, 설치, 사용 설정, इंस्टॉल, ติดตั้ง,
";

/// Labels that decline or lead back.
pub(super) const DECLINES: &str = "
    cancel, deny, don't allow, do not allow, =no, not now, back, close, dismiss, never, later, skip,
    navigate up, no thanks, decline, reject, keep, abbrechen, ablehnen, nicht zulassen, nein, zurück,
    schließen, später, annuler, refuser, ne pas autoriser, non, retour, fermer, plus tard, cancelar,
    denegar, rechazar, no permitir, negar, não permitir, não, voltar, atrás, cerrar, fechar,
    annulla, nega, rifiuta, non consentire, indietro, chiudi, отмена, отклонить, не разрешать, назад,
    إلغاء, رفض, عدم السماح, 取消, 拒绝, 拒絕, 不允许, 不允許, 返回, キャンセル, 許可しない, 戻る, 閉じる,
    취소, 거부, 허용 안 함, 허용하지 않, 뒤로, रद्द कर, अनुमति न दें, वापस, ยกเลิก, ไม่อนุญาต,
";

/// Labels of elements that are meant to be slid, not touched.
pub(super) const SLIDES: &str = "
    slide, swipe, drag, wischen, schieben, glisser, glissez, desliza, deslizar, deslize, scorri,
    trascina, 滑动, 滑動, スワイプ, スライド, 밀어서, स्वाइप, स्लाइड,
";

/// The contracts to which agreeing on this page refers.
pub(super) const CONTRACTS: &str = "
    terms, conditions, agreement, contract, sign document, sign here, sign now, signature, signing, loan, licence, license, eula, privacy policy, end user, liability, waiver,
    nutzungsbedingungen, geschäftsbedingungen, agb, vertrag, datenschutzerklärung, lizenzvereinbarung,
    conditions générales, conditions d'utilisation, contrat, politique de confidentialité,
    términos, condiciones, contrato, política de privacidad, termos, condições, política de privacidade,
    termini, condizioni, contratto, informativa sulla privacy, voorwaarden, overeenkomst, privacybeleid,
    villkor, användarvillkor, avtal, vilkår, aftale, avtale, ehdot, sopimus, warunki, regulamin, umowa,
    podmínky, podmienky, smlouva, zmluva, feltételek, szerződés, termeni, condiții, contract,
    условия, соглашение, договор, лицензия, умови, угода, договір, условията, όροι, σύμβαση,
    şartlar, koşullar, sözleşme, syarat, ketentuan, perjanjian, điều khoản, hợp đồng, الشروط, شروط, اتفاقية, عقد,
    תנאים, תנאי, הסכם, חוזה, شرایط, قرارداد, 条款, 條款, 协议, 協議, 合同, 合約, 規約, 契約, 同意書, 약관, 계약, शर्तें, शर्तों, अनुबंध,
    ข้อกำหนด, เงื่อนไข, สัญญา,
";

/// Words that make no the dangerous answer: without keeping, the data is lost.
pub(super) const KEEPS: &str = "
    keep, stay protected, geschützt bleiben, 残し, save changes, save your changes, save draft, save this draft, save before, behalten, änderungen speichern,
    garder, conserver, enregistrer les modifications, conservar, mantener, guardar los cambios, manter, salvar as alterações,
    tenere, conservare, salvare le modifiche, behouden, wijzigingen opslaan, behålla, spara ändringar, beholde,
    säilyttää, zachować, zapisać zmiany, ponechat, megtartja, păstrați, сохранить, оставить, зберегти, запазите,
    sakla, değişiklikleri kaydet, simpan, giữ lại, الاحتفاظ, לשמור, 保留, 保存更改, 保存しますか, 보관, 유지, เก็บไว้,
";

/// Labels that install an app, as the whole label.
pub(super) const INSTALLS: &str =
    "=update, =update now, =update all, =get app, =aktualisieren, =mettre à jour, =actualizar, =aggiorna,";

/// Labels that lead out of something.
pub(super) const EXITS: &str = "
    =exit, =leave, =quit, =verlassen, =austreten, =quitter, =salir, =abandonar, =sair, =esci, =uscire, =verlaten, =lämna, =forlad,
    =forlat, =poistu, =opuść, =wyjdź, =opustit, =kilépés, =ieși, =выйти, =покинуть, =вийти, =çık, =ayrıl, =keluar, =rời nhóm,
    =مغادرة, =خروج, =退出, =退出する, =나가기, =ออก,
";

/// Words that negate their neighbours.
pub(super) const NOTS: &str =
    "not, dont, don t, never, no, nicht, kein, keine, ne, pas, non, não, niet, inte, ikke, ei, nie, не, न, 不, ない,";

/// First words of labels that act, instead of only leading to a page.
pub(super) const ACTS: &str = "
    sign out, log out, remove, delete, change, set, reset, turn off, turn on, disable, enable, add, unlock bootloader, revoke, trust,
    install, clear, abmelden, ändern, ausschalten, einschalten, deaktivieren, aktivieren, entfernen, hinzufügen,
";

/// Labels that lead back to the screen before a question, whatever it is.
pub(super) const BACKS: &str = "
    cancel, back, go back, navigate up, close, abbrechen, zurück, schließen, annuler, retour, fermer, cancelar, volver, atrás,
    cerrar, voltar, fechar, annulla, indietro, chiudi, annuleren, terug, sluiten, avbryt, tillbaka, stäng, annuller, tilbage,
    tilbake, lukk, luk, peruuta, takaisin, sulje, anuluj, wstecz, zamknij, zrušit, zpět, zrušiť, späť, mégse, vissza, anulați,
    înapoi, отмена, отменить, назад, закрыть, скасувати, отказ, откажи, άκυρο, ακύρωση, iptal, geri, kapat, batal, kembali,
    hủy, quay lại, إلغاء, رجوع, إغلاق, ביטול, חזרה, סגירה, لغو, بازگشت, 取消, 返回, 关闭, 關閉, キャンセル, 戻る, 閉じる, 취소, 뒤로, 닫기,
    रद्द करें, वापस, ยกเลิก, กลับ, ปิด,
";

/// Choices that only inform, as the whole label.
pub(super) const INFORMS: &str = "
    help, details, more details, show details, info, more info, information, learn more, more, faq, about, terms, privacy,
    hilfe, mehr, details anzeigen, mehr erfahren, aide, en savoir plus, détails, plus, ayuda, más información, detalles,
    saber más, ajuda, saiba mais, aiuto, scopri di più, dettagli, hulp, meer informatie, hjälp, läs mer, hjelp, hjælp,
    læs mere, pomoc, więcej, szczegóły, справка, помощь, подробнее, довідка, докладніше, yardım, daha fazla bilgi,
    详情, 帮助, 了解详情, 詳細, ヘルプ, 도움말, 자세히, सहायता, और जानें, ช่วยเหลือ, ดูเพิ่มเติม, trợ giúp, bantuan, selengkapnya,
    مساعدة, المزيد, עזרה, מידע נוסף
";

/// Access that an app requests to the person's data.
pub(super) const ACCESS: &str = "
    access, zugriff, zugang, accès, acceso, acceder, accedere, accesso, acesso, aceder, acessar, accés, toegang, tilgang, adgang,
    åtkomst, pääsy, pääsyn, aðgang, aðgangur, dostęp, dostępu, přístup, prístup, hozzáférés, hozzáférést, hozzáférjen, acces,
    accesul, достъп, доступ, приступ, pristup, dostop, prieiga, prieigą, piekļuve, piekļuvi, piekļūt, juurdepääs,
    juurdepääsu, erişim, erişimi, erişmesine, giriş, girişi, πρόσβαση, גישה, לגשת, وصول, الوصول, دسترسی, رسائی, qasje, aksesi,
    պատասխան, մուտք, հասանելիություն, წვდომა, წვდომის, қатынасу, рұқсат, кируу, хандах, хандалт, kirish, ruxsat, sarbide,
    mynediad, rochtain, akses, mengakses, capaian, akseso, ufikiaji, kufikia, toegang tot, truy cập, पहुंच, एक्सेस, प्रवेश, पहुँच,
    অ্যাক্সেস, ਪਹੁੰਚ, એક્સેસ, அணுகல், அணுக, యాక్సెస్, ಪ್ರವೇಶ, ಆ್ಯಕ್ಸೆಸ್, ആക്‌സസ്, ആക്സസ്, ප්‍රවේශ, ප්‍රවේශය, เข้าถึง, ເຂົ້າເຖິງ, ចូលប្រើ,
    ဝင်ရောက်, ဝင်သုံး, 访问, 存取, アクセス, 액세스, 접근, መዳረሻ
";

/// Labels that save a form, as the whole label.
pub(super) const SAVES: &str = "
    save, save contact, done, ok, okay, confirm, apply, create, add, update, finish, speichern, sichern, fertig, erstellen, anlegen,
    enregistrer, terminer, termine, valider, créer, ajouter, guardar, listo, hecho, crear, añadir, agregar, salva, fine, fatto, crea,
    aggiungi, salvar, concluir, concluído, criar, adicionar, opslaan, gereed, klaar, maken, toevoegen, zapisz, gotowe, utwórz, dodaj,
    сохранить, готово, создать, добавить, зберегти, створити, додати, kaydet, bitti, tamam, oluştur, ekle, حفظ, تم, إنشاء, إضافة, ذخیره, انجام شد,
    सेव करें, सहेजें, हो गया, बनाएं, जोड़ें, 保存, 完成, 储存, 儲存, 创建, 建立, 添加, 新增, 确定, 確定, 作成, 追加, 完了, 저장, 완료, 만들기, 추가, 확인,
    simpan, selesai, buat, tambah, lưu, xong, tạo, thêm, spara, klar, skapa, gem, færdig, lagre, ferdig, tallenna, valmis, บันทึก, เสร็จ,
";

/// Labels that react to a post or follow a person, as the whole label.
pub(super) const REACTS: &str = "
    like, react, add reaction, love, thumbs up, thumbs down, follow, follow back, add friend, connect, upvote, downvote, poke, super like,
    like this, send like, gefällt mir, folgen, abonnieren, freund hinzufügen, j'aime, suivre, me gusta, seguir, mi piace, segui,
    curtir, curtida, gosto, vind ik leuk, volgen, lubię to, obserwuj, нравится, подписаться, подобається, підписатися, beğen, takip et, إعجاب, متابعة,
    पसंद करें, फ़ॉलो करें, 赞, 点赞, 關注, 关注, 喜欢, 加好友, 加关注, いいね, フォロー, フォローする, 좋아요, 팔로우, suka, ikuti, thích, theo dõi, gilla, följ,
";

/// Labels that invite people or make a group.
pub(super) const INVITES: &str = "
    =create group, =create link, =create, =add participants, =add members, =invite, =invite friends, =send invite, =send invitation, =create new group,
    =gruppe erstellen, =einladen, =mitglieder hinzufügen, =créer un groupe, =inviter, =crear grupo, =invitar, =crea gruppo, =invita, =criar grupo,
    =convidar, =groep maken, =uitnodigen, =utwórz grupę, =zaproś, =создать группу, =пригласить, =створити групу, =запросити, =grup oluştur, =davet et,
    =إنشاء مجموعة, =دعوة, =ग्रुप बनाएं, =आमंत्रित करें, 创建群, 建立群組, 邀请, 邀請, グループを作成, 招待, 그룹 만들기, 초대, =buat grup, =undang, =tạo nhóm, =mời,
";

/// Labels that answer a ringing phone, as the whole label.
pub(super) const ANSWERS_CALL: &str = "
    answer, accept, answer call, accept call, pick up, annehmen, anruf annehmen, abheben, répondre, accepter, contestar, responder, aceptar,
    rispondi, accetta, atender, aceitar, beantwoorden, opnemen, odbierz, ответить, принять, відповісти, прийняти, cevapla, yanıtla, kabul et, رد, قبول,
    जवाब दें, स्वीकार करें, 接听, 接受, 接聽, 応答, 電話に出る, 받기, 응답, jawab, terima, trả lời, svara, besvar, svar,
";

/// Labels that only search or lead on.
pub(super) const SEARCHES: &str = "
    search, go, find, google search, look up, submit search, next, previous, menu, more, show more, load more, filter, sort, expand, collapse,
    toggle navigation, open menu, close, zoom in, zoom out, play, pause, suche, suchen, weiter, zurück, menü, rechercher, suivant, chercher, ok google,
    buscar, siguiente, cerca, avanti, pesquisar, seguinte, próximo, zoeken, volgende, szukaj, dalej, поиск, найти, далее, пошук, далі, ara, sonraki, بحث,
    التالي, खोजें, आगे, 搜索, 搜尋, 下一步, 検索, 次へ, 검색, 다음, cari, berikutnya, tìm kiếm, tiếp, sök, nästa,
";

/// Words of an element that attaches, records or picks something for a conversation.
pub(super) const ATTACHES: &str = "
    attach, attachment, attach file, voice message, record voice message, voice note, hold to record, record, microphone, mic, sticker, stickers, gif,
    gifs, camera, gallery, share contact, send photo, anhang, anhängen, anhänge, sprachnachricht, aufnehmen, joindre, pièce jointe, message vocal,
    adjuntar, archivo adjunto, mensaje de voz, nota de voz, allega, allegato, messaggio vocale, anexar, anexo, mensagem de voz, bijlage, bijvoegen,
    spraakbericht, załącz, załącznik, wiadomość głosowa, прикрепить, вложение, голосовое сообщение, прикріпити, голосове повідомлення, ekle, ek, sesli mesaj,
    إرفاق, مرفق, رسالة صوتية, अटैच, वॉइस मैसेज, 附件, 添加附件, 语音, 按住说话, 表情, 添付, 音声メッセージ, スタンプ, 첨부, 음성 메시지, lampirkan, lampiran,
    pesan suara, đính kèm, tin nhắn thoại, bifoga, vedhæft, legg ved,
";
